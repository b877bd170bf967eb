/** A RotaError is a refusal or a fault that the server told of, with its stable code. */
export class RotaError extends Error {
  /** @param {number} status @param {Record<string, any>} problem */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `the server answered with ${status}`);
    this.name = 'RotaError';
    this.status = status;
    this.code = problem.code ?? 'http';
    this.field = problem.field;
    this.rule = problem.rule;
  }
}

/** An Unavailable says that the server or its database could not be reached; trying again may help. */
export class Unavailable extends Error {
  /** @param {string} message @param {{cause?: unknown, mayHaveArrived?: boolean}} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = 'Unavailable';
    this.code = 'source-unavailable';
  }
}

/** A DoNotRetry is thrown by a handler whose job should fail for good. */
export class DoNotRetry extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = 'DoNotRetry';
  }
}

/** A RetryAfter is thrown by a handler that wants its next try after some seconds, while retries are left. */
export class RetryAfter extends Error {
  constructor(seconds, message = `again in ${seconds} s`, options) {
    super(message, options);
    this.name = 'RetryAfter';
    this.seconds = seconds;
  }
}

/** A Stopped is why the signal of a handler was aborted: `cancel`, `lost`, `timeout` or `drain`. */
export class Stopped extends Error {
  constructor(reason, message) {
    super(message);
    this.name = 'Stopped';
    this.reason = reason;
  }
}
