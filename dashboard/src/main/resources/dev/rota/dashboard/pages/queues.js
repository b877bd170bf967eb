/** Queues: how deep each is, how fast it goes, its limits, and a button to hold it. */
import { html } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { count, duration, number } from '../core/format.js';
import { link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { act } from '../components/toast.js';

class QueuesPage extends Page {
  static title = 'Queues';

  get every() {
    return 3000;
  }

  async fetch(signal) {
    return api.get('/queues', {}, signal);
  }

  concerns(event) {
    return event.type.startsWith('queue.');
  }

  moves() {
    return true;
  }

  view() {
    const jobs = (queue, status) => html`<a class="plain" href=${link('/jobs', { queue: queue.name, status })}>${count(queue.jobs[status])}</a>`;
    return html`
      ${table({
        caption: 'Queues',
        rows: this.data.queues,
        key: (queue) => queue.name,
        none: empty('No queue yet', 'A queue comes to be with its first job.'),
        columns: [
          { label: 'Queue', cell: (queue) => html`<a href=${link('/jobs', { queue: queue.name })}><strong>${queue.name}</strong></a>` },
          { label: 'State', cell: (queue) => (queue.is_paused ? html`${badge('paused')} <span class="quiet">${agoOf(queue.paused_at)}</span>` : badge('active')) },
          { label: 'Pending', align: 'right', cell: (queue) => jobs(queue, 'pending') },
          { label: 'Due later', align: 'right', cell: (queue) => jobs(queue, 'scheduled') },
          { label: 'Running', align: 'right', cell: (queue) => jobs(queue, 'running') },
          { label: 'In / min', align: 'right', cell: (queue) => number(queue.last_minute.enqueued) },
          { label: 'Done / min', align: 'right', cell: (queue) => number(queue.last_minute.completed) },
          { label: 'Failed / min', align: 'right', cell: (queue) => html`<span class=${queue.last_minute.failed ? 'bad-text' : ''}>${number(queue.last_minute.failed)}</span>` },
          { label: 'Limits', cell: (queue) => limits(queue.settings) },
          ...(session.may('operator') ? [{ label: 'Actions', align: 'right', cell: (queue) => this.#buttons(queue) }] : []),
        ],
      })}
      <p class="quiet hint">Rates are those of the last minute. A number with a + is counted no further.</p>
    `;
  }

  #buttons(queue) {
    const { name } = queue;
    return html`<span class="actions">
      <button type="button" class="small" aria-label=${`Edit the limits of ${name}`} @click=${() => this.#edit(queue)}>Limits…</button>
      ${queue.is_paused
        ? html`<button type="button" class="small" aria-label=${`Resume ${name}`} @click=${() => this.#resume(name)}>Resume</button>`
        : html`<button type="button" class="small" aria-label=${`Pause ${name}`} @click=${() => this.#pause(name)}>Pause</button>`}
    </span>`;
  }

  async #pause(name) {
    const sure = await ask({
      title: `Pause the queue ${name}?`,
      text: 'None of its jobs starts until it is resumed. What runs goes on.',
      action: 'Pause queue',
    });
    if (sure) {
      await act(() => api.post(at`/queues/${name}/pause`), {
        done: `The queue ${name} is paused`,
        undo: () => api.post(at`/queues/${name}/resume`),
        after: () => this.refresh(),
      });
    }
  }

  #resume(name) {
    return act(() => api.post(at`/queues/${name}/resume`), {
      done: `The queue ${name} runs again`,
      undo: () => api.post(at`/queues/${name}/pause`),
      after: () => this.refresh(),
    });
  }

  /** Fields that the dialog does not show stay as they are. */
  async #edit({ name, settings }) {
    const path = at`/queues/${name}`;
    const values = await ask({
      title: `Limits of ${name}`,
      text: 'What is empty has no limit. Running jobs count against new limits at once.',
      action: 'Save',
      no: 'Cancel',
      fields: [
        { name: 'cluster_limit', label: 'Running at a time, on all nodes', type: 'number', min: 1, value: settings.cluster_limit },
        { name: 'node_limit', label: 'Running at a time, on each node', type: 'number', min: 1, value: settings.node_limit },
        { name: 'rate', label: 'Starts within a period', type: 'number', min: 1, value: settings.rate },
        { name: 'rate_period_seconds', label: 'The period, in seconds', type: 'number', min: 0.1, step: 'any', value: settings.rate_period_seconds },
        { name: 'max_retries', label: 'Retries, unless a job says otherwise', type: 'number', min: 0, max: 1000, value: settings.max_retries },
        { name: 'timeout_seconds', label: 'Timeout of an execution, in seconds', type: 'number', min: 0.1, step: 'any', value: settings.timeout_seconds },
      ],
      submit: ({ ...wanted }) => api.put(path, { ...settings, ...wanted }),
    });
    if (values) {
      await act(async () => {}, {
        done: `The limits of ${name} are changed`,
        undo: () => api.put(path, settings),
        after: () => this.refresh(),
      });
    }
  }
}
customElements.define('queues-page', QueuesPage);

/** The limits in a few words. */
function limits(settings) {
  const words = [];
  if (settings.cluster_limit) words.push(`${number(settings.cluster_limit)} at a time`);
  if (settings.node_limit) words.push(`${number(settings.node_limit)} on a node`);
  if (settings.rate) words.push(`${number(settings.rate)} in ${duration(settings.rate_period_seconds * 1000)}`);
  if (settings.timeout_seconds) words.push(`timeout ${duration(settings.timeout_seconds * 1000)}`);
  return words.length ? words.join(', ') : html`<span class="quiet">none</span>`;
}
