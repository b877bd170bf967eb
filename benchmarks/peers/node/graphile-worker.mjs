// graphile-worker at the settings of the page on performance in its documentation: a local queue of 500, completions in
// batches, 24 jobs at a time.
import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { serve } from "./protocol.mjs";

const logger = new Logger(() => (level, message) => {
  if (level === "error") console.error(message);
});

await serve(async (connectionString) => {
  const worker = {
    connectionString,
    concurrentJobs: 24,
    maxPoolSize: 25,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  };
  const utils = await makeWorkerUtils({ connectionString, logger, preset: { worker } });
  return {
    prepare: () => utils.migrate(),
    enqueueAll: async (jobs, payload) => {
      for (let stored = 0; stored < jobs; stored += 10_000) {
        await utils.addJobs(Array(Math.min(10_000, jobs - stored)).fill({ identifier: "noop", payload }));
      }
    },
    enqueue: (payload) => utils.addJob("noop", payload),
    work: async (handler) => {
      const runner = await run({ logger, noHandleSignals: true, preset: { worker }, taskList: { noop: async (payload) => handler(payload) } });
      return () => runner.stop(null);
    },
    close: () => utils.release(),
  };
});
