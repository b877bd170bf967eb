/** The delivery log: what was told to whom, how that went, and a button to tell it again. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { change } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { jobOf } from '../components/links.js';
import { empty } from '../components/states.js';
import { pager, table } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { act } from '../components/toast.js';
import { notificationTabs } from './webhooks.js';

const STATES = ['pending', 'delivered', 'failed'];

/** What it is about: `job:…` leads to the job. */
export function subjectOf(one) {
  const [sort, ...rest] = (one.subject ?? '').split(':');
  return sort === 'job' ? jobOf(rest.join(':')) : one.subject ?? html`<span class="quiet">–</span>`;
}

export const repeat = (one, after) => act(() => api.post(at`/deliveries/${one.id}/repeat`), { done: 'It is delivered again', after });

/** `after` is run when one was repeated; on the page of a webhook its name says nothing. */
export const deliveryTable = (deliveries, after, { isOfOne = false } = {}) => table({
  caption: 'Deliveries, newest first',
  rows: deliveries,
  none: empty('Nothing was delivered yet'),
  columns: [
    { label: 'Event', cell: (one) => html`<a href=${`#${at`/deliveries/${one.id}`}`}><strong>${one.event}</strong></a>` },
    { label: 'State', cell: (one) => badge(one.state) },
    ...(isOfOne ? [] : [{ label: 'Webhook', cell: (one) => html`<a href=${`#${at`/webhooks/${one.webhook}`}`}>${one.webhook}</a>` }]),
    { label: 'About', cell: subjectOf },
    { label: 'Attempts', align: 'right', cell: (one) => one.attempts },
    { label: 'Answer', cell: (one) => (one.error && one.state !== 'delivered' ? html`<span class="clip short bad-text" title=${one.error}>${one.error}</span>` : one.status ?? '') },
    { label: 'When', cell: (one) => agoOf(one.delivered_at ?? one.created_at) },
    { label: 'Actions', quiet: true, cell: (one) => (session.may('operator') && one.state !== 'pending' ? html`<span class="actions">
      <button type="button" class="small" aria-label=${`Repeat ${one.event} ${one.id}`} @click=${() => repeat(one, after)}>Repeat</button></span>` : nothing) },
  ],
});

class DeliveriesPage extends Page {
  async fetch(signal) {
    const { webhook, state, cursor } = this.params;
    return api.get('/deliveries', { webhook, state, cursor, limit: 50 }, signal);
  }

  concerns(event) {
    return event.type.startsWith('webhook');
  }

  moves({ queues }) {
    return queues.some((one) => one.queue === 'rota.webhooks');
  }

  heading() {
    return html`<h1>Notifications</h1>`;
  }

  view() {
    const { deliveries, next_cursor: next } = this.data;
    const set = (name) => (event) => change({ [name]: event.target.value.trim(), cursor: '' });
    return html`
      ${notificationTabs('/deliveries')}
      <form class="filters" @submit=${(event) => event.preventDefault()}>
        <label>Webhook<input data-search .value=${this.params.webhook ?? ''} placeholder="any" @change=${set('webhook')}></label>
        <label>State<select @change=${set('state')}>
          <option value="">any</option>
          ${STATES.map((one) => html`<option value=${one} ?selected=${one === this.params.state}>${one}</option>`)}
        </select></label>
      </form>
      ${deliveryTable(deliveries, () => this.refresh())}
      ${pager({ next, shown: deliveries.length, word: 'delivery', many: 'deliveries' })}
    `;
  }
}
customElements.define('deliveries-page', DeliveriesPage);
