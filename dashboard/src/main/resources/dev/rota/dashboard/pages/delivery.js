/** A delivery: what was told, and what came of it. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { go } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { json } from '../components/json.js';
import { crumb, fact, jobOf } from '../components/links.js';
import { agoOf, timeOf } from '../components/time.js';
import { repeat, subjectOf } from './deliveries.js';

class DeliveryPage extends Page {
  async fetch(signal) {
    return api.get(at`/deliveries/${this.params.id}`, {}, signal);
  }

  moves({ queues }) {
    return queues.some((one) => one.queue === 'rota.webhooks');
  }

  heading() {
    const one = this.data;
    return html`${crumb('/deliveries', 'Delivery log')}<h1>${one?.event ?? 'Delivery'}</h1>
      ${one ? badge(one.state) : nothing}
      ${one && one.state !== 'pending' && session.may('operator') ? html`<span class="actions"><button type="button" @click=${() => this.#repeat()}>Repeat</button></span>` : nothing}`;
  }

  async #repeat() {
    const again = await repeat(this.data, () => this.refresh());
    if (again?.id) go(`/deliveries/${again.id}`);
  }

  view() {
    const one = this.data;
    return html`
      ${one.error && one.state !== 'delivered' ? html`<p class="error-message">${one.error}</p>` : nothing}
      <section class="card" aria-label="Facts"><dl class="facts">
        ${fact('Webhook', html`<a href=${`#${at`/webhooks/${one.webhook}`}`}>${one.webhook}</a>`)}
        ${fact('About', subjectOf(one))}
        ${fact('Made', html`${timeOf(one.created_at)} (${agoOf(one.created_at)})`)}
        ${one.delivered_at ? fact('Delivered', timeOf(one.delivered_at)) : nothing}
        ${fact('Attempts', html`${one.attempts}, by the job ${jobOf(one.job_id)}`)}
        ${one.status ? fact('Answer', one.status) : nothing}
        ${one.repeats ? fact('Repeats', html`<a href=${`#${at`/deliveries/${one.repeats}`}`}>an earlier one</a>`) : nothing}
      </dl></section>
      <section class="section"><h2>What is sent</h2>${json(one.body, 'What is sent')}</section>
    `;
  }
}
customElements.define('delivery-page', DeliveryPage);
