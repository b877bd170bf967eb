// pg-boss: batches of 500 for each of 2 workers, which fetch again at once while batches come back full and are woken by
// NOTIFY; a queue with a partition of its own.
import { PgBoss } from "pg-boss";
import { serve } from "./protocol.mjs";

await serve(async (connectionString) => {
  const boss = new PgBoss({ connectionString, max: 20, useListenNotify: true });
  boss.on("error", (error) => console.error(error));
  let started;
  const start = () => (started ??= boss.start());
  return {
    prepare: async () => {
      await start();
      await boss.createQueue("noop", { partition: true, notify: true });
    },
    enqueueAll: async (jobs, data) => {
      await start();
      for (let stored = 0; stored < jobs; stored += 10_000) {
        await boss.insert("noop", Array(Math.min(10_000, jobs - stored)).fill({ data }));
      }
    },
    enqueue: async (data) => {
      await start();
      await boss.send("noop", data);
    },
    work: async (handler) => {
      await start();
      const options = { batchSize: 500, localConcurrency: 2, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };
      await boss.work("noop", options, async (jobs) => {
        for (const job of jobs) handler(job.data);
      });
      return () => boss.offWork("noop", { wait: true });
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
});
