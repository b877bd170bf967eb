// A worker as a program: sleeps as many milliseconds as the payload says.
import { setTimeout as sleep } from 'node:timers/promises';
import { RotaClient } from '../src/index.js';

const worker = new RotaClient().worker({
  queue: process.env.QUEUE,
  concurrency: Number(process.env.CONCURRENCY ?? 1),
  leaseSeconds: Number(process.env.LEASE ?? 10),
  waitSeconds: 1,
  handler: async (job) => {
    console.log('started', JSON.stringify({ id: job.id, fence: job.fence }));
    await sleep(Number(job.payload), undefined, { signal: job.signal });
    return 'slept';
  },
});
await worker.run();
