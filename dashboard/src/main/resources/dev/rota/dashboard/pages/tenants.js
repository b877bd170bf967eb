/** Tenants: their weights, by which they share workers, and their quotas. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { number, percent } from '../core/format.js';
import { session } from '../core/session.js';
import { ask } from '../components/dialog.js';
import { tabs } from '../components/links.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { act } from '../components/toast.js';
import { quotaSection } from './tenant-quotas.js';

/** What is set for the whole server; some of it is for admins. */
export const settingTabs = (here) => tabs([
  ['/tenants', 'Tenants'],
  ...(session.may('admin') ? [['/tokens', 'Tokens'], ['/configuration', 'Configuration']] : []),
], here, 'Settings');

class TenantsPage extends Page {
  async fetch(signal) {
    const [{ tenants }, { quotas }] = await Promise.all([api.get('/tenants', {}, signal), api.get('/tenant-quotas', {}, signal)]);
    return { tenants, quotas };
  }

  concerns(event) {
    return event.type.startsWith('tenant.');
  }

  heading() {
    return html`<h1>Settings</h1>
      ${session.may('operator') ? html`<span class="actions"><button type="button" class="primary" @click=${() => this.#weigh(null)}>New weight</button></span>` : nothing}`;
  }

  view() {
    const { tenants, quotas } = this.data;
    const total = tenants.reduce((sum, one) => sum + one.weight, 0);
    return html`
      ${settingTabs('/tenants')}
      <p class="quiet section-head">Within a priority, tenants whose jobs wait share the workers by their weights. One without a weight has 1.</p>
      ${table({
        caption: 'Tenants',
        rows: tenants,
        key: (one) => one.name,
        none: empty('No tenant has a weight of its own', 'All share alike.'),
        columns: [
          { label: 'Tenant', cell: (one) => html`<strong>${one.name}</strong>` },
          { label: 'Weight', align: 'right', cell: (one) => number(one.weight) },
          { label: 'Share if all of these wait', align: 'right', cell: (one) => percent(one.weight / total) },
          { label: 'Actions', quiet: true, cell: (one) => (session.may('operator') ? html`<span class="actions">
            <button type="button" class="small" aria-label=${`Change the weight of ${one.name}`} @click=${() => this.#weigh(one)}>Change</button>
            <button type="button" class="small" aria-label=${`Remove the weight of ${one.name}`} @click=${() => this.#remove(one)}>Remove</button>
          </span>` : nothing) },
        ],
      })}
      ${quotaSection(quotas, () => this.refresh())}
    `;
  }

  async #weigh(one) {
    const done = await ask({
      title: one ? `The weight of ${one.name}` : 'The weight of a tenant',
      fields: [
        ...(one ? [] : [{ name: 'name', label: 'Tenant', required: true }]),
        { name: 'weight', label: 'Weight', type: 'number', min: 1, max: 1000, required: true, value: one?.weight ?? 1 },
      ],
      action: 'Save',
      submit: ({ name = one?.name, weight }) => api.put(at`/tenants/${name}`, { weight }),
    });
    if (done) {
      await act(async () => {}, {
        done: `${done.outcome.name} weighs ${done.outcome.weight}`,
        undo: one ? () => api.put(at`/tenants/${one.name}`, { weight: one.weight }) : null,
        after: () => this.refresh(),
      });
    }
  }

  #remove(one) {
    return act(() => api.delete(at`/tenants/${one.name}`), {
      done: `${one.name} weighs 1 like all others`,
      undo: () => api.put(at`/tenants/${one.name}`, { weight: one.weight }),
      after: () => this.refresh(),
    });
  }
}
customElements.define('tenants-page', TenantsPage);
