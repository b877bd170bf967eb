/** What can be done to a webhook, on its page and in the list. */
import { html, nothing } from 'lit';
import { api, at } from '../core/api.js';
import { ask } from '../components/dialog.js';
import { act, toast } from '../components/toast.js';
import { list, refuseTaken } from '../components/values.js';

/** What a webhook may tell of, in words; those that are ticked in a new one. */
const EVENTS = [
  ['job.failed', 'an attempt failed and is tried again', false],
  ['job.dead', 'a job failed after its last retry', true],
  ['job.recovered', 'a job was recovered from a worker that died', true],
  ['job.completed', 'a job completed', false],
  ['schedule.missed', 'a schedule missed a planned time', true],
  ['alert.raised', 'an alert was raised', true],
  ['alert.cleared', 'an alert was cleared', true],
];

const FILTERS = [
  ['queues', 'Only these queues'],
  ['kinds', 'Only these kinds'],
  ['tags', 'Only these tags'],
  ['schedules', 'Only these schedules'],
  ['tenants', 'Only these tenants'],
  ['alerts', 'Only these rules of alerts'],
];

/** Asks for a webhook, new or as it is; gives what was stored, with the secret of a new one. */
export async function editWebhook(one, known, after) {
  const done = await ask({
    title: one ? `Edit ${one.name}` : 'New webhook',
    wide: true,
    fields: [
      ...(one ? [] : [{ name: 'name', label: 'Name', required: true, placeholder: 'on-call' }]),
      { name: 'url', label: 'Address', required: true, value: one?.url, placeholder: 'https://example.org/hook', help: 'https://… gets a signed POST, mailto:a@x.org,b@y.org an e-mail' },
      ...EVENTS.map(([event, words, isUsual]) => ({ name: event, label: `Tell when ${words}`, type: 'checkbox', value: one ? one.events.includes(event) : isUsual })),
      { name: 'on_change_only', label: 'Only when a state changes: not again while the same thing stays as it is', type: 'checkbox', value: one?.on_change_only },
      ...FILTERS.map(([name, label], i) => ({ name, label, value: one?.filter?.[name]?.join(', '), ...(i === 0 ? { help: 'parted by commas; empty for all' } : {}) })),
      { name: 'timeout_seconds', label: 'Wait for an answer, in seconds', type: 'number', min: 1, step: 'any', value: one?.timeout_seconds ?? 15 },
      { name: 'max_attempts', label: 'Attempts at a delivery', type: 'number', min: 1, value: one?.max_attempts ?? 8 },
      { name: 'description', label: 'Description', value: one?.description },
    ],
    action: one ? 'Save changes' : 'Create webhook',
    no: 'Cancel',
    check: (values) => (EVENTS.some(([event]) => values[event]) ? null : 'Choose at least one thing to tell of.'),
    submit: (values) => {
      const name = one?.name ?? values.name;
      if (!one) refuseTaken(name, known);
      return api.put(at`/webhooks/${name}`, bodyOf(values));
    },
  });
  if (!done) return null;
  await act(async () => {}, { done: `${done.outcome.name} is saved`, after });
  return done.outcome;
}

function bodyOf(values) {
  const filters = FILTERS.map(([name]) => [name, list(values[name])]).filter(([, names]) => names.length);
  return {
    url: values.url,
    events: EVENTS.map(([event]) => event).filter((event) => values[event]),
    filter: Object.fromEntries(filters),
    on_change_only: values.on_change_only,
    ...(values.timeout_seconds ? { timeout_seconds: values.timeout_seconds } : {}),
    ...(values.max_attempts ? { max_attempts: values.max_attempts } : {}),
    ...(values.description ? { description: values.description } : {}),
  };
}

export const testWebhook = (one, after) => act(() => api.post(at`/webhooks/${one.name}/test`), { done: 'A test is on its way: see the delivery log', after });

/** Pauses or resumes. */
export function turnWebhook(one, after) {
  const turn = (way) => api.post(`${at`/webhooks/${one.name}`}/${way}`);
  return act(() => turn(one.active ? 'pause' : 'resume'), {
    done: one.active ? `${one.name} is paused: nothing new is delivered` : `${one.name} delivers again`,
    undo: () => turn(one.active ? 'resume' : 'pause'),
    after,
  });
}

/** A new secret; the old one signs along for a while. */
export async function rotateSecret(one, after) {
  const done = await ask({
    title: `A new secret for ${one.name}?`,
    text: 'Deliveries are signed with both secrets for a while, so that the receiver can change over.',
    fields: [{ name: 'overlap_hours', label: 'The old one signs along for, in hours', type: 'number', min: 0, value: 24, required: true }],
    action: 'Make a new secret',
    submit: ({ overlap_hours }) => api.post(at`/webhooks/${one.name}/rotate`, { overlap_hours }),
  });
  if (!done) return null;
  after();
  return { name: one.name, ...done.outcome };
}

export async function deleteWebhook(one, page) {
  const sure = await ask({
    title: `Delete ${one.name}?`,
    text: 'Nobody is told any more, and its delivery log goes with it. This cannot be undone.',
    action: 'Delete webhook',
    danger: true,
  });
  if (sure) await page.leave('/webhooks', () => act(() => api.delete(at`/webhooks/${one.name}`), { done: `${one.name} is deleted` }));
}

/** A secret, shown once. */
export const secretNotice = (issued, kept) => (issued ? html`<div class="notice good" role="status">
  <p>The secret of ${issued.name}. It is shown once: give it to the receiver now.</p>
  <div class="command"><pre class="trace" tabindex="0">${issued.secret}</pre>
    <button type="button" class="small" @click=${() => copy(issued.secret)}>Copy</button>
    <button type="button" class="small" @click=${kept}>I have kept it</button></div>
</div>` : nothing);

async function copy(text) {
  await navigator.clipboard.writeText(text);
  toast('Copied');
}
