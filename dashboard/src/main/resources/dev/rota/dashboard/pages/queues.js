/** Queues: what waits in each, its limits, and a button to hold it. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
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

  async fetch(signal) {
    return api.get('/queues', {}, signal);
  }

  concerns(event) {
    return event.type.startsWith('queue.');
  }

  view() {
    return table({
      caption: 'Queues',
      rows: this.data.queues,
      key: (queue) => queue.name,
      none: empty('No queue yet', 'A queue comes to be with its first job.'),
      columns: [
        { label: 'Queue', cell: (queue) => html`<a href=${link('/jobs', { queue: queue.name })}><strong>${queue.name}</strong></a>` },
        { label: 'State', cell: (queue) => (queue.is_paused ? html`${badge('paused')} <span class="quiet">${agoOf(queue.paused_at)}</span>` : badge('active')) },
        { label: '', cell: (queue) => (session.may('operator') ? this.#buttons(queue) : nothing) },
      ],
    });
  }

  #buttons(queue) {
    return html`<span class="actions">
      ${queue.is_paused
        ? html`<button type="button" class="small" @click=${() => this.#resume(queue.name)}>Resume</button>`
        : html`<button type="button" class="small" @click=${() => this.#pause(queue.name)}>Pause</button>`}
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
}
customElements.define('queues-page', QueuesPage);
