/** Tokens: who may come, as what, until when; for admins. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { session } from '../core/session.js';
import { badge, tag } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { agoOf, timeOf } from '../components/time.js';
import { act, toast } from '../components/toast.js';
import { list } from '../components/values.js';
import { settingTabs } from './tenants.js';

const TONES = { active: 'green', expired: 'grey', revoked: 'red' };

class TokensPage extends Page {
  static properties = { ...Page.properties, issued: { state: true } };

  constructor() {
    super();
    this.issued = null;
  }

  async fetch(signal) {
    return session.may('admin') ? (await api.get('/tokens', {}, signal)).tokens : [];
  }

  heading() {
    return html`<h1>Settings</h1>
      ${session.may('admin') ? html`<span class="actions"><button type="button" class="primary" @click=${() => this.#create()}>New token</button></span>` : nothing}`;
  }

  view() {
    if (!session.may('admin')) return html`${settingTabs('/tokens')}${empty('Only admins see tokens')}`;
    return html`
      ${settingTabs('/tokens')}
      ${this.issued ? html`<div class="notice good" role="status">
        <p>The secret of ${this.issued.token.name}. It is shown once: keep it now.</p>
        <div class="command"><pre class="trace" tabindex="0">${this.issued.secret}</pre>
          <button type="button" class="small" @click=${() => this.#copy()}>Copy</button>
          <button type="button" class="small" @click=${() => (this.issued = null)}>I have kept it</button></div>
      </div>` : nothing}
      ${session.me.auth === 'none' ? html`<p class="notice">This server asks nobody who they are; tokens count once it does (<code>ROTA_AUTH</code>).</p>` : nothing}
      ${table({
        caption: 'Tokens',
        rows: this.data,
        key: (one) => one.name + one.created_at,
        none: empty('No token yet', 'A token lets a program or a person in, with a role.'),
        columns: [
          { label: 'Token', cell: (one) => html`<span class="stack"><strong>${one.name}</strong><code class="quiet">${one.hint}…</code></span>` },
          { label: 'State', cell: (one) => badge(one.status, TONES[one.status] ?? 'grey') },
          { label: 'Role', cell: (one) => one.role },
          { label: 'Queues', cell: (one) => (one.queues.length ? one.queues.map(tag) : html`<span class="quiet">all</span>`) },
          { label: 'Made', cell: (one) => html`${timeOf(one.created_at)} <span class="quiet">by ${one.created_by}</span>` },
          { label: 'Expires', cell: (one) => (one.revoked_at ? html`revoked ${agoOf(one.revoked_at)} <span class="quiet">by ${one.revoked_by}</span>` : one.expires_at ? agoOf(one.expires_at) : 'never') },
          { label: 'Actions', quiet: true, cell: (one) => (one.status === 'active' ? html`<span class="actions">
            <button type="button" class="small danger" aria-label=${`Revoke ${one.name}`} @click=${() => this.#revoke(one)}>Revoke</button></span>` : nothing) },
        ],
      })}
    `;
  }

  async #create() {
    const done = await ask({
      title: 'New token',
      fields: [
        { name: 'name', label: 'Name', required: true, help: 'stands in the audit for what its bearer does' },
        { name: 'role', label: 'Role', type: 'select', value: 'viewer', options: ['viewer', 'producer', 'worker', 'operator', 'admin'].map((one) => [one, one]) },
        { name: 'queues', label: 'Only these queues', help: 'parted by commas; empty for all' },
        { name: 'expires', label: 'Expires after', value: '90d', help: 'as in 30d or 12h, or never' },
      ],
      action: 'Make token',
      no: 'Cancel',
      submit: ({ name, role, queues, expires }) => api.post('/tokens', { name, role, queues: list(queues), expires }),
    });
    if (done) {
      this.issued = done.outcome;
      this.refresh();
    }
  }

  async #revoke(one) {
    const sure = await ask({
      title: `Revoke ${one.name}?`,
      text: 'Whoever bears it is refused from now on. This cannot be undone.',
      action: 'Revoke token',
      danger: true,
    });
    if (sure) await act(() => api.delete(at`/tokens/${one.name}`), { done: `${one.name} is revoked`, after: () => this.refresh() });
  }

  async #copy() {
    await navigator.clipboard.writeText(this.issued.secret);
    toast('Copied');
  }
}
customElements.define('tokens-page', TokensPage);
