// commands.mjs [PAGE]: runs the lines of a page that begin with "$ ", in one bash, and holds what they print against the
// lines below them; of README.md, docs/simulate.md and docs/labels.md, if none is named. An ellipsis stands for any text. The repository
// is seen through links in a folder of the test's own, and the ports are free ones. Each page has its own. Programs before
// those of the page find a port as PORT_8480 and so on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve('../../..')
const binary = path.resolve(root, process.env.TRADEPOST_BIN ?? 'build/release/tradepost')
const patience_ms = 30_000
const portsOfPages = [8480, 8080, 8081, 8082, 5432]

// [{line, command, expected}]
function commandsOf(markdown) {
  const commands = []
  let inside = false
  markdown.split('\n').forEach((text, index) => {
    const code = text.startsWith('    ') ? text.slice(4) : undefined
    if (code === undefined) inside = false
    else if (code.startsWith('$ ')) {
      commands.push({ line: index + 1, command: code.slice(2), expected: [] })
      inside = true
    } else if (inside && (code === '>' || code.startsWith('> '))) commands.at(-1).command += '\n' + code.slice(2)
    else if (inside) commands.at(-1).expected.push(code)
  })
  return commands
}

function pattern(expected) {
  const parts = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ +/g, ' +'))
  return new RegExp(`^${parts.join('.*')}$`)
}

// The first expected line that the output lacks, in this order.
function missing(expected, output) {
  const lines = output.split('\n')
  let from = 0
  for (const text of expected) {
    const at = lines.findIndex((line, index) => index >= from && pattern(text).test(line))
    if (at < 0) return text
    from = at + 1
  }
  return undefined
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function until(condition) {
  const end = Date.now() + patience_ms
  while (!condition() && Date.now() < end) await new Promise((go) => setTimeout(go, 20))
}

function makeFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tradepost-readme-'))
  fs.symlinkSync(path.join(root, 'examples'), path.join(folder, 'examples'))
  fs.mkdirSync(path.join(folder, 'build/release'), { recursive: true })
  fs.symlinkSync(binary, path.join(folder, 'build/release/tradepost'))
  return folder
}

let passed = 0
let failed = 0
// `least`: so many commands are on the page, else they are not read right.
async function runPage(page, least) {
  const folder = makeFolder()
  const ports = {}
  for (const port of portsOfPages) ports[port] = await freePort()
  const text = fs.readFileSync(path.join(root, page), 'utf8').replaceAll(
    new RegExp(`\\b(?:${portsOfPages.join('|')})\\b`, 'g'),
    (port) => ports[port],
  )
  const commands = commandsOf(text)
  const shell = spawn('bash', ['--norc'], {
    cwd: folder,
    detached: true, // with what it began it is one group
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      LC_ALL: 'C.UTF-8',
      TRADEPOST_LISTEN: `127.0.0.1:${ports[8480]}`,
      TRADEPOST_URL: `http://127.0.0.1:${ports[8480]}`,
      ...Object.fromEntries(Object.entries(ports).map(([port, free]) => [`PORT_${port}`, free])),
    },
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => (output += text))
  }
  const failedBefore = failed
  for (const [index, { line, command, expected }] of commands.entries()) {
    output = ''
    const mark = `command ${index} is done`
    shell.stdin.write(`${command}\necho; echo '${mark}'\n`)
    await until(() => output.includes(mark) && missing(expected, output) === undefined)
    const hasEnded = output.includes(mark)
    const lacking = hasEnded ? missing(expected, output) : 'its end'
    if (lacking === undefined) {
      passed += 1
    } else {
      failed += 1
      console.log(`${page} line ${line}: ${command}\n  lacks: ${lacking}\n  prints: ${output}`)
      if (!hasEnded) process.kill(-shell.pid, 'SIGTERM')
      break // what follows stands on it
    }
  }
  shell.stdin.end('kill $(jobs -p) 2>/dev/null; wait\n')
  await once(shell, 'exit')
  if (commands.length < least) {
    failed += 1
    console.log(`${page} has only ${commands.length} commands: are they read right?`)
  }
  if (failed > failedBefore) {
    for (const log of fs.readdirSync(folder).filter((name) => name.endsWith('.log')))
      console.log(fs.readFileSync(path.join(folder, log), 'utf8').split('\n').slice(-5).join('\n'))
  }
  fs.rmSync(folder, { recursive: true })
}

if (process.argv[2]) await runPage(process.argv[2], 20)
else {
  await runPage('README.md', 20)
  await runPage('docs/simulate.md', 15)
  await runPage('docs/labels.md', 8)
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
