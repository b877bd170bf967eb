export { RotaClient } from './client.js';
export { DoNotRetry, RetryAfter, RotaError, Stopped, Unavailable } from './errors.js';
export { Worker } from './worker.js';
