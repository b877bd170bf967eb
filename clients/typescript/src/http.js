import { RotaError, Unavailable } from './errors.js';

/** A Connection sends requests to one server, with the token if there is one. */
export class Connection {
  constructor({ url = process.env.ROTA_URL ?? 'http://127.0.0.1:8060', token = process.env.ROTA_TOKEN, actor } = {}) {
    this.url = url.replace(/\/+$/, '');
    this.headers = { 'Content-Type': 'application/json' };
    if (token) this.headers.Authorization = `Bearer ${token}`;
    if (actor) this.headers['X-Rota-Actor'] = actor;
  }

  /** Sends a request and gives the JSON of its answer; an error of the server is thrown. */
  async send(method, path, body, { headers = {}, timeoutSeconds = 60 } = {}) {
    const streamed = body != null && typeof body !== 'string' && Symbol.asyncIterator in body;
    const content = body == null || typeof body === 'string' || streamed ? body : JSON.stringify(body);
    let response;
    let text;
    try {
      response = await fetch(this.url + path, {
        method,
        headers: { ...this.headers, ...headers },
        body: content,
        signal: AbortSignal.timeout(timeoutSeconds * 1000),
        ...(streamed ? { duplex: 'half' } : {}),
      });
      text = await response.text();
    } catch (e) {
      throw new Unavailable(`${method} ${path}: ${this.url} does not answer (${e.cause?.message || e.cause?.code || e.message})`, { cause: e });
    }
    if (response.ok) return text === '' ? null : JSON.parse(text);
    throw refusal(response.status, text);
  }
}

function refusal(status, text) {
  let problem = {};
  try {
    problem = JSON.parse(text);
  } catch {
    // Something between here and the server has answered in its own words.
  }
  const error = new RotaError(status, problem);
  return status >= 500 ? new Unavailable(error.message, { cause: error }) : error;
}
