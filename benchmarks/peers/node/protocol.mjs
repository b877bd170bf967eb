// The protocol of contest/Protocol.java for Node: the first line of the input is the address of the database, each further
// line a verb with numbers; each verb is answered by one line of JSON. A queue has prepare, enqueueAll(jobs, payload),
// enqueue(payload), work(handler), which resolves to a function that stops, and close.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const PAYLOAD = { account: 4711, subject: "a job that does nothing at all, as fast as it can" };
const CHUNK = 20_000;
const BATCH = 500;

const seconds = (start) => (performance.now() - start) / 1000;
const micros = () => (performance.timeOrigin + performance.now()) * 1000;

/** jdbc:postgresql://host:port/name?user=…&password=… as everybody else writes it. */
function address(jdbc) {
  const url = new URL(jdbc.replace("jdbc:", ""));
  url.username = url.searchParams.get("user");
  url.password = url.searchParams.get("password");
  url.search = "";
  return url.toString();
}

async function bulk(queue, payload, jobs, atMost) {
  const start = performance.now();
  let stored = 0;
  while (stored < jobs && seconds(start) < atMost) {
    const chunk = Math.min(CHUNK, jobs - stored);
    await queue.enqueueAll(chunk, payload);
    stored += chunk;
  }
  return { jobs: stored, rate: stored / seconds(start) };
}

async function single(queue, callers, time) {
  const start = performance.now();
  let stored = 0;
  const call = async () => {
    while (seconds(start) < time) {
      await queue.enqueue(PAYLOAD);
      stored++;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return { jobs: stored, rate: stored / seconds(start) };
}

async function drain(queue, jobs, atMost) {
  let handled = 0;
  let first;
  let complete;
  const all = new Promise((resolve) => (complete = resolve));
  const stop = await queue.work(() => {
    first ??= performance.now();
    if (++handled === jobs) complete();
  });
  await Promise.race([all, sleep(atMost * 1000, undefined, { ref: false })]);
  const done = handled;
  const rate = done === 0 ? 0 : done / seconds(first);
  await stop();
  return { jobs: done, rate };
}

async function flow(queue, time, lead, queued) {
  let done = 0;
  let stored = 0;
  let over = false;
  const stop = await queue.work(() => done++);
  const produce = async () => {
    while (!over) {
      if (queued + stored - done >= Math.max(lead, BATCH)) {
        await sleep(1);
      } else {
        await queue.enqueueAll(BATCH, PAYLOAD);
        stored += BATCH;
      }
    }
  };
  const every = [];
  const producer = produce();
  const start = performance.now();
  let last = 0;
  for (let second = 1; second <= time; second++) {
    await Promise.race([sleep(Math.max(0, second - seconds(start)) * 1000), producer]);
    every.push(done - last);
    last = done;
  }
  over = true;
  await producer;
  for (const end = performance.now(); queued === 0 && done < stored && seconds(end) < 120; ) await sleep(1);
  await stop();
  return { every, left: queued + stored - done };
}

/** Pings carry the time of the call that enqueued them. */
class Pings {
  millis = [];
  async listen(queue) {
    this.stop = await queue.work((payload) => {
      if (payload.at) this.millis.push((micros() - payload.at) / 1000);
    });
  }
  static async send(queue, pings) {
    for (let i = 0; i < pings; i++) {
      await sleep(20 + Math.random() * 40);
      await queue.enqueue({ at: Math.round(micros()) });
    }
  }
  async collect(all, last) {
    const start = performance.now();
    while (this.millis.length < all) {
      if (seconds(start) > 120) throw new Error("a job has not arrived within two minutes");
      await sleep(5);
    }
    await this.stop();
    return { millis: this.millis.slice(all - last, all) };
  }
}

/** Answers until the input ends. */
export async function serve(open) {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const queue = await open(address((await lines.next()).value));
  let payload = PAYLOAD;
  let pings;
  const verbs = {
    prepare: async () => (await queue.prepare(), {}),
    payload: async (bytes) => ((payload = { text: "x".repeat(bytes - '{"text": ""}'.length) }), {}),
    bulk: (jobs, atMost) => bulk(queue, payload, jobs, atMost),
    single: (callers, time) => single(queue, callers, time),
    drain: (jobs, atMost) => drain(queue, jobs, atMost),
    flow: (time, lead, queued) => flow(queue, time, lead, queued),
    listen: async () => (await (pings = new Pings()).listen(queue), {}),
    ping: async (count) => (await Pings.send(queue, count), {}),
    collect: (all, last) => pings.collect(all, last),
  };
  for await (const line of lines) {
    const [verb, ...numbers] = line.split(" ");
    if (!verbs[verb]) throw new Error("unknown: " + verb);
    process.stdout.write(JSON.stringify(await verbs[verb](...numbers.map(Number))) + "\n");
  }
  await queue.close();
  process.exit(0);
}
