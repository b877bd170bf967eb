/** The API: requests to `/api/v1`, with the token of the session, errors as `ApiError`. */
import { session } from './session.js';
import { clock } from './clock.js';
import { named } from './format.js';

/** An answer that was no success; `detail` says what to do about it, for people. */
export class ApiError extends Error {
  constructor(status, problem) {
    super(named(problem.detail || problem.title || '') || `The server answered ${status}`);
    this.status = status;
    this.code = problem.code;
    this.problem = problem;
  }
}

/** Is called when the server wants to know who we are. */
let onStranger = () => {};
export function whenStranger(callback) {
  onStranger = callback;
}

export function headers(more = {}) {
  const token = session.token;
  return token ? { ...more, Authorization: `Bearer ${token}` } : more;
}

async function send(method, path, body, signal, more) {
  const options = { method, headers: headers(more), signal };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers['Content-Type'] = 'application/json';
  }
  let response;
  try {
    response = await fetch(`/api/v1${path}`, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, { detail: 'The server does not answer', code: 'unreachable' });
  }
  clock.heard(response.headers.get('Date'));
  if (response.status === 401) onStranger();
  const text = await response.text();
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json');
  const answer = isJson && text ? JSON.parse(text) : text;
  if (!response.ok) throw new ApiError(response.status, isJson ? answer : { detail: text });
  return answer;
}

/** Parameters that are empty are left out. */
export function query(params) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

export const api = {
  get: (path, params = {}, signal) => send('GET', path + query(params), undefined, signal),
  post: (path, body) => send('POST', path, body ?? {}),
  put: (path, body) => send('PUT', path, body),
  /** Puts something that must not be there yet. */
  create: (path, body) => send('PUT', path, body, undefined, { 'If-None-Match': '*' }),
  patch: (path, body) => send('PATCH', path, body),
  delete: (path) => send('DELETE', path),
};

/** A path of which one part is a name that anything may stand in. */
export function at(strings, ...names) {
  return String.raw({ raw: strings }, ...names.map(encodeURIComponent));
}
