/** Notifications: the webhooks, each of which tells one address of what happened. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { number } from '../core/format.js';
import { link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { tabs } from '../components/links.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { editWebhook, secretNotice, testWebhook, turnWebhook } from './webhook-actions.js';

export const notificationTabs = (here) => tabs([['/webhooks', 'Webhooks'], ['/deliveries', 'Delivery log']], here, 'Notifications');

class WebhooksPage extends Page {
  static properties = { ...Page.properties, issued: { state: true } };

  constructor() {
    super();
    this.issued = null;
  }

  async fetch(signal) {
    return (await api.get('/webhooks', {}, signal)).webhooks;
  }

  concerns(event) {
    return event.type.startsWith('webhook');
  }

  heading() {
    return html`<h1>Notifications</h1>
      ${session.may('admin') ? html`<span class="actions"><button type="button" class="primary" @click=${() => this.#create()}>New webhook</button></span>` : nothing}`;
  }

  view() {
    return html`
      ${notificationTabs('/webhooks')}
      ${secretNotice(this.issued, () => (this.issued = null))}
      ${table({
        caption: 'Webhooks',
        rows: this.data,
        key: (one) => one.name,
        none: empty('No webhook yet', 'A webhook tells an address, or people by e-mail, when jobs fail, schedules are missed or alerts are raised.'),
        columns: [
          { label: 'Webhook', cell: (one) => html`<span class="stack"><a href=${`#${at`/webhooks/${one.name}`}`}><strong>${one.name}</strong></a><span class="quiet wrap">${one.url}</span></span>` },
          { label: 'State', cell: (one) => badge(one.active ? 'active' : 'paused') },
          { label: 'Tells of', cell: (one) => html`<span class="wrap">${one.events.join(', ')}</span>` },
          { label: 'Last', cell: (one) => (one.last_delivery_at ? html`<span class="nowrap">${badge(one.last_state)} ${agoOf(one.last_delivery_at)}</span>` : html`<span class="quiet">nothing yet</span>`) },
          { label: 'Last 24 h', cell: (one) => html`<a class="nowrap" href=${link('/deliveries', { webhook: one.name })}>${number(one.deliveries_24h)} sent</a>
            ${one.failed_24h ? html`<a class="bad-text nowrap" href=${link('/deliveries', { webhook: one.name, state: 'failed' })}>${number(one.failed_24h)} failed</a>` : nothing}` },
          { label: 'Actions', quiet: true, cell: (one) => (session.may('operator') ? this.#buttons(one) : nothing) },
        ],
      })}
    `;
  }

  #buttons(one) {
    const after = () => this.refresh();
    return html`<span class="actions">
      <button type="button" class="small" aria-label=${`Test ${one.name}`} @click=${() => testWebhook(one, after)}>Test</button>
      <button type="button" class="small" aria-label=${`${one.active ? 'Pause' : 'Resume'} ${one.name}`} @click=${() => turnWebhook(one, after)}>${one.active ? 'Pause' : 'Resume'}</button>
    </span>`;
  }

  async #create() {
    const made = await editWebhook(null, this.data, () => this.refresh());
    if (made?.secret) this.issued = made;
  }
}
customElements.define('webhooks-page', WebhooksPage);
