/** A webhook: where it leads, what it tells of, and what it has delivered lately. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { duration, number } from '../core/format.js';
import { link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge, tag } from '../components/badge.js';
import { crumb, fact } from '../components/links.js';
import { timeOf } from '../components/time.js';
import { deliveryTable } from './deliveries.js';
import { deleteWebhook, editWebhook, rotateSecret, secretNotice, testWebhook, turnWebhook } from './webhook-actions.js';

const LATELY = 20;

class WebhookPage extends Page {
  static properties = { ...Page.properties, issued: { state: true } };

  constructor() {
    super();
    this.issued = null;
  }

  async fetch(signal) {
    const { name } = this.params;
    const [webhook, log] = await Promise.all([
      api.get(at`/webhooks/${name}`, {}, signal),
      api.get(at`/webhooks/${name}/deliveries`, { limit: LATELY }, signal),
    ]);
    return { webhook, ...log };
  }

  concerns(event) {
    return event.type.startsWith('webhook');
  }

  moves({ queues }) {
    return queues.some((one) => one.queue === 'rota.webhooks');
  }

  heading() {
    const one = this.data?.webhook;
    return html`${crumb('/webhooks', 'Notifications')}<h1>${this.params.name}</h1>
      ${one ? html`${badge(one.active ? 'active' : 'paused')} <span class="actions">${this.#buttons(one)}</span>` : nothing}`;
  }

  #buttons(one) {
    const after = () => this.refresh();
    return html`
      ${session.may('operator') ? html`
        <button type="button" @click=${() => testWebhook(one, after)}>Test</button>
        <button type="button" @click=${() => turnWebhook(one, after)}>${one.active ? 'Pause' : 'Resume'}</button>` : nothing}
      ${session.may('admin') ? html`
        <button type="button" @click=${() => editWebhook(one, [], after)}>Edit…</button>
        ${one.url.startsWith('mailto:') ? nothing : html`<button type="button" @click=${() => this.#rotate(one)}>New secret…</button>`}
        <button type="button" class="danger" @click=${() => deleteWebhook(one, this)}>Delete…</button>` : nothing}
    `;
  }

  async #rotate(one) {
    this.issued = (await rotateSecret(one, () => this.refresh())) ?? this.issued;
  }

  view() {
    const { webhook: one, deliveries, next_cursor: next } = this.data;
    const filters = Object.entries(one.filter ?? {}).filter(([, names]) => names?.length);
    return html`
      ${secretNotice(this.issued, () => (this.issued = null))}
      ${one.active ? nothing : html`<p class="notice warn" role="status">Nothing new is delivered: paused${one.paused_by ? ` by ${one.paused_by}` : ''}${one.paused_reason ? `, ${one.paused_reason}` : ''}.</p>`}
      ${one.description ? html`<p>${one.description}</p>` : nothing}
      <section class="card section" aria-label="Facts"><dl class="facts">
        ${fact('Address', html`<span class="wrap">${one.url}</span>`)}
        ${fact('Tells of', one.events.map((event) => html`${tag(event)} `))}
        ${fact('Filter', filters.length ? filters.map(([name, names]) => html`${tag(`${name}: ${names.join(', ')}`)} `) : 'none')}
        ${one.on_change_only ? fact('When', 'only when a state changes') : nothing}
        ${fact('Patience', `${duration(one.timeout_seconds * 1000)} for an answer, ${number(one.max_attempts)} attempts`)}
        ${fact('Last 24 hours', `${number(one.deliveries_24h)} deliveries, ${number(one.failed_24h)} failed`)}
        ${fact('Changed', timeOf(one.updated_at))}
      </dl></section>
      <section class="section" aria-labelledby="deliveries"><h2 id="deliveries">Deliveries</h2>
        ${deliveryTable(deliveries, () => this.refresh(), { isOfOne: true })}
        ${next ? html`<p class="quiet hint">The newest ${deliveries.length}. <a href=${link('/deliveries', { webhook: one.name })}>All of them</a></p>` : nothing}
      </section>
    `;
  }
}
customElements.define('webhook-page', WebhookPage);
