import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** How a node is started: as the test of the whole project says, or by the script of this checkout. */
const COMMAND = process.env.ROTA_TEST_COMMAND
  ? JSON.parse(process.env.ROTA_TEST_COMMAND)
  : [join(HERE, '../../../rota'), 'up'];

/** A Child is a process of a test, whose output can be waited for. */
export class Child {
  lines = [];
  #waiting = new Set();

  constructor([program, ...words], env = {}) {
    this.process = spawn(program, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.exit = new Promise((done) => this.process.on('exit', (code, signal) => done(code ?? signal)));
    for (const stream of [this.process.stdout, this.process.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line);
        this.#waiting.forEach((look) => look());
      });
    }
  }

  /** The first line that has this in it, now or later. */
  line(text) {
    return new Promise((done, fail) => {
      const look = () => {
        const found = this.lines.find((line) => line.includes(text));
        if (found !== undefined) {
          this.#waiting.delete(look);
          done(found);
        }
      };
      this.#waiting.add(look);
      look();
      this.exit.then((code) => fail(new Error(`ended with ${code} without "${text}":\n${this.lines.join('\n')}`)));
    });
  }

  kill(signal = 'SIGTERM') {
    this.process.kill(signal);
    return this.exit;
  }
}

/** Starts a node of Rota and waits until it listens. */
export async function startServer(env = {}) {
  const folder = env.ROTA_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'rota-client-'));
  const node = new Child(COMMAND, { ROTA_PORT: '0', ...env, ROTA_DATA_DIR: folder });
  node.folder = folder;
  node.url = /http:\/\/\S+/.exec(await node.line('Rota listens on '))[0];
  node.close = async () => {
    await node.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return node;
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.on('listening', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return String(port);
}

/** Waits for a condition that gives no signal when it comes true. */
export async function eventually(what, condition, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await sleep(20);
  }
}
