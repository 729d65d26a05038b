// A browser without a window, over a pipe: the Chrome DevTools Protocol, a JSON text and a NUL each way.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const patienceMs = 60_000;

export class Browser {
  #child;
  #folder = mkdtempSync(join(tmpdir(), 'tradepost-browser-'));
  #waiting = new Map();
  #last = 0;
  #rest = '';
  #session;
  #loaded = () => {};
  /** What the browser complained about, in its words. */
  complaints = [];
  /** The addresses that it asked for, in their order. */
  requests = [];

  static async open() {
    const browser = new Browser();
    // Its sandbox wants rights that a container rarely has; it is shown our own pages alone.
    const words = ['--remote-debugging-pipe', '--no-sandbox', '--disable-gpu', `--user-data-dir=${browser.#folder}`];
    browser.#child = spawn('chromium-headless-shell', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    browser.#child.stdio[4].setEncoding('utf8').on('data', (text) => browser.#take(text));
    const { targetId } = await browser.#ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.#ask('Target.attachToTarget', { targetId, flatten: true });
    browser.#session = sessionId;
    for (const domain of ['Page', 'Log', 'Runtime', 'Audits', 'Network']) await browser.ask(`${domain}.enable`);
    return browser;
  }

  async show(url) {
    const loaded = new Promise((done) => (this.#loaded = done));
    await this.ask('Page.navigate', { url });
    await loaded;
  }

  /** A screen of so many points, and what else a page can ask for: the scheme of colours, the medium. */
  async be({ width, height = 800, mobile = false, scheme = 'light', media = 'screen' }) {
    await this.ask('Emulation.setDeviceMetricsOverride', { width, height, mobile, deviceScaleFactor: 1 });
    await this.ask('Emulation.setEmulatedMedia', { media, features: [{ name: 'prefers-color-scheme', value: scheme }] });
  }

  /** What the expression is in the page. */
  async look(expression) {
    const { result, exceptionDetails } = await this.ask('Runtime.evaluate', { expression, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  ask(method, params = {}) {
    return this.#ask(method, params, this.#session);
  }

  async close() {
    // Its own end, and not that of its pipes, which its children may hold for a while.
    const ended = new Promise((done) => this.#child.once('exit', done));
    this.#child.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #ask(method, params, sessionId) {
    const id = (this.#last += 1);
    return new Promise((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`${method}: no answer`)), patienceMs);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        if (answer.error) failed(new Error(`${method}: ${answer.error.message}`));
        else done(answer.result);
      });
      this.#child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #take(text) {
    const parts = (this.#rest + text).split('\0');
    this.#rest = parts.pop();
    for (const part of parts) {
      const { id, method, params, ...answer } = JSON.parse(part);
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
      if (method === 'Page.loadEventFired') this.#loaded();
      if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
      if (method === 'Runtime.exceptionThrown') this.complaints.push(params.exceptionDetails.text);
      if (method === 'Runtime.consoleAPICalled' && params.type === 'error') this.complaints.push(JSON.stringify(params.args));
      if (method === 'Log.entryAdded') this.complaints.push(params.entry.text);
      if (method === 'Audits.issueAdded') this.complaints.push(JSON.stringify(params.issue));
    }
  }
}
