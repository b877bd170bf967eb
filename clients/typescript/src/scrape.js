import { Connection } from './http.js';
import { RotaError } from './errors.js';

/**
 * A ScrapeJobManager is what workers of the scrape-job queue (`/api/scrape-jobs`) call `scrapeJobManager`, and the `fetch` by
 * which they claim. It remembers the fence of every claim and presents it with each update, so that a worker that was too
 * slow cannot disturb the next one: its update is refused with a {@link RotaError} of status 409.
 */
export class ScrapeJobManager {
  #connection;
  #fences = new Map();

  constructor(options) {
    this.#connection = new Connection(options);
    this.fetch = this.fetch.bind(this);
  }

  /** The fetch of the platform, for paths of the server. */
  async fetch(path, init = {}) {
    const headers = { ...this.#connection.headers, ...init.headers };
    const response = await globalThis.fetch(new URL(path, this.#connection.url), { ...init, headers });
    const fence = response.headers.get('X-Rota-Fence');
    if (fence) this.#fences.set((await response.clone().json()).data.id, fence);
    return response;
  }

  createJob(job) {
    return this.#send('POST', '', job);
  }

  getJob(id) {
    return this.#send('GET', `/${id}`);
  }

  async updateJob(id, update) {
    const fence = this.#fences.get(id);
    const job = await this.#send('PUT', `/${id}`, update, fence ? { 'X-Rota-Fence': fence } : {});
    if (job.status !== 'running') this.#fences.delete(id);
    return job;
  }

  cancelJob(id) {
    return this.#send('POST', `/${id}/cancel`);
  }

  retryJob(id) {
    return this.#send('POST', `/${id}/retry`);
  }

  async #send(method, path, body, headers = {}) {
    const response = await this.fetch(`/api/scrape-jobs${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!answer.success) {
      throw new RotaError(response.status, { title: answer.error, detail: answer.details, code: 'scrape' });
    }
    return answer.data;
  }
}

/** The one of this process, for the server that `ROTA_URL` names. */
export const scrapeJobManager = new ScrapeJobManager();

export const fetch = scrapeJobManager.fetch;
