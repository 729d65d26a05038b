// commands.mjs PAGE…: pastes the blocks of pages into one bash, and compares what each prints with the block below it.
// Blocks of commands are fenced as sh, blocks of output as text. The shell gets a block whole: a command that reads
// standard input takes the rest, as it does from a person who pastes. Each command must succeed. A block of another
// language whose first line is a comment with a name is the file of that name. An indented line that begins with "$ " is
// a command by itself, with its output below. An ellipsis stands for any text. The folder of the test has links into the
// repository, and the ports are free ones. Programs before those of the page find a port as PORT_8480 and so on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve('../../..')
const binary = path.resolve(root, process.env.TRADEPOST_BIN ?? 'build/release/tradepost')
const patience_ms = 30_000
const portsOfPages = [8480, 8080, 8081, 8082, 8090, 5432]

// [{line, command, expected}, or {line, file, text}]
function commandsOf(markdown) {
  const commands = []
  let fence // the language of the block that the line is in
  let inside = false
  markdown.split('\n').forEach((text, index) => {
    const code = text.startsWith('    ') && fence === undefined ? text.slice(4) : undefined
    if (text.startsWith('```')) {
      fence = fence === undefined ? text.slice(3) : undefined
      if (fence === 'sh') commands.push({ line: index + 1, command: '', isBlock: true, expected: [] })
      else if (fence && fence !== 'text') commands.push({ line: index + 1, text: '' })
    } else if (fence === 'sh') commands.at(-1).command += text + '\n'
    else if (fence === 'text') commands.at(-1).expected.push(text)
    else if (fence) commands.at(-1).text += text + '\n'
    if (code === undefined) inside = false
    else if (code.startsWith('$ ')) {
      commands.push({ line: index + 1, command: code.slice(2), expected: [] })
      inside = true
    } else if (inside && (code === '>' || code.startsWith('> '))) commands.at(-1).command += '\n' + code.slice(2)
    else if (inside) commands.at(-1).expected.push(code)
  })
  return commands
}

// The name in the comment that a program begins with.
const fileOf = (text) => /^(?:#|\/\/|<\?php \/\/) ([\w-]+\.\w+)\b/.exec(text)?.[1]

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

// A page uses its port much later. So the port is below the range from which the system gives ports to
// connections and to listeners without a port of their own.
async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const server = net.createServer()
    const isFree = once(server, 'listening').then(() => true, () => false)
    server.listen(port, '127.0.0.1')
    if (!(await isFree)) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

async function until(condition) {
  const end = Date.now() + patience_ms
  while (!condition() && Date.now() < end) await new Promise((go) => setTimeout(go, 20))
}

function makeFolder() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tradepost-readme-'))
  fs.symlinkSync(path.join(root, 'examples'), path.join(folder, 'examples'))
  fs.mkdirSync(path.join(folder, 'build'))
  fs.symlinkSync(path.dirname(binary), path.join(folder, 'build/release'))
  return folder
}

const folder = makeFolder()
const ports = {}
for (const port of portsOfPages) ports[port] = await freePort()
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
const failure = 'a command of the block failed:'
shell.stdin.write(`trap 'echo "${failure} $BASH_COMMAND"' ERR\n`)
let output = ''
for (const stream of [shell.stdout, shell.stderr]) {
  stream.setEncoding('utf8')
  stream.on('data', (text) => (output += text))
}

let passed = 0
let failed = 0
// Returns whether the next page can be run.
async function runPage(page) {
  const text = fs.readFileSync(path.join(root, page), 'utf8').replaceAll(
    new RegExp(`\\b(?:${portsOfPages.join('|')})\\b`, 'g'),
    (port) => ports[port],
  )
  const commands = commandsOf(text)
  for (const { line, command, isBlock, expected, text } of commands) {
    if (command === undefined) {
      if (fileOf(text)) fs.writeFileSync(path.join(folder, fileOf(text)), text)
      continue
    }
    output = ''
    const mark = `${page} line ${line} is done`
    shell.stdin.write(`${command}\necho; echo '${mark}'\n`)
    await until(() => output.includes(mark) && missing(expected, output) === undefined)
    const hasEnded = output.includes(mark)
    const hasFailed = isBlock && output.includes(failure)
    const lacking = hasFailed ? 'success' : hasEnded ? missing(expected, output) : 'its end'
    if (lacking === undefined) {
      passed += 1
    } else {
      failed += 1
      console.log(`${page} line ${line}: ${command}\n  lacks: ${lacking}\n  prints: ${output}`)
      if (!hasEnded) process.kill(-shell.pid, 'SIGTERM')
      return false // what follows stands on it
    }
  }
  if (!commands.some(({ command }) => command)) {
    failed += 1
    console.log(`${page} has no commands: are they read right?`)
  }
  return true
}

for (const page of process.argv.slice(2)) if (!(await runPage(page))) break
shell.stdin.end('kill $(jobs -p) 2>/dev/null; wait\n')
await once(shell, 'exit')
if (failed > 0) {
  for (const log of fs.readdirSync(folder).filter((name) => name.endsWith('.log')))
    console.log(fs.readFileSync(path.join(folder, log), 'utf8').split('\n').slice(-5).join('\n'))
}
fs.rmSync(folder, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
