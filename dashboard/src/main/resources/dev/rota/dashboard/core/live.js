/**
 * The live stream: what happens on the server as it happens, from `/api/v1/events/stream`. It is read with
 * `fetch`, since an `EventSource` cannot send a token. `live` is an EventTarget that tells
 *
 * - `event`: one event of the log, in `detail`;
 * - `figures`: what was done to the jobs of each queue in the last second or so, in `detail`;
 * - `state`: that the connection came or went.
 */
import { headers } from './api.js';
import { clock } from './clock.js';

const SILENCE = 40_000;
const RETRIES = [1000, 2000, 5000, 10_000];

class Live extends EventTarget {
  connected = false;
  /** When the server was last heard of. */
  heardAt = null;
  #lastId = null;
  #tries = 0;
  #aborter = null;

  /** Begins to listen, and does so until `stop`; what was missed in between is told later. */
  async start() {
    this.stop();
    const aborter = new AbortController();
    this.#aborter = aborter;
    while (!aborter.signal.aborted) {
      try {
        await this.#listen(aborter.signal);
      } catch (error) {
        if (aborter.signal.aborted) return;
      }
      this.#tell(false);
      const pause = RETRIES[Math.min(this.#tries++, RETRIES.length - 1)];
      await new Promise((done) => setTimeout(done, pause));
    }
  }

  stop() {
    this.#aborter?.abort();
    this.#aborter = null;
    this.#tell(false);
  }

  async #listen(signal) {
    const known = this.#lastId === null ? {} : { 'Last-Event-ID': this.#lastId };
    const response = await fetch('/api/v1/events/stream', { headers: headers(known), signal });
    if (!response.ok) throw new Error(`The stream answered ${response.status}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await beforeSilence(reader);
      if (done) return;
      this.heardAt = clock.now();
      this.#tries = 0;
      this.#tell(true);
      text += value;
      const messages = text.split('\n\n');
      text = messages.pop();
      messages.forEach((message) => this.#read(message));
    }
  }

  #read(message) {
    const fields = {};
    for (const line of message.split('\n')) {
      const colon = line.indexOf(': ');
      if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
    }
    if (fields.id) this.#lastId = fields.id;
    if (fields.event) {
      this.dispatchEvent(new CustomEvent(fields.event, { detail: JSON.parse(fields.data) }));
    }
  }

  #tell(connected) {
    if (this.connected !== connected) {
      this.connected = connected;
      this.dispatchEvent(new Event('state'));
    }
  }
}

/** The server says something every quarter of a minute; where nothing comes, nothing is there. */
async function beforeSilence(reader) {
  let timer;
  const silence = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error('The stream is silent')), SILENCE);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

export const live = new Live();
