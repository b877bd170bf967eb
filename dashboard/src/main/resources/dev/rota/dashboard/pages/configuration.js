/** The configuration: every setting that is in force on this node, and where it comes from; for admins. */
import { html } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { change } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { settingTabs } from './tenants.js';

/** Meanings are written for the page of settings, which is Markdown. */
const plain = (text) => text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '');

class ConfigurationPage extends Page {
  get every() {
    return 60_000;
  }

  async fetch(signal) {
    return session.may('admin') ? (await api.get('/config', {}, signal)).settings : [];
  }

  heading() {
    return html`<h1>Settings</h1>`;
  }

  view() {
    if (!session.may('admin')) return html`${settingTabs('/configuration')}${empty('Only admins see the configuration')}`;
    const { text = '', set = '' } = this.params;
    const wanted = text.toLowerCase();
    const rows = this.data.filter((one) => (!set || one.origin !== 'default') && `${one.name} ${one.meaning}`.toLowerCase().includes(wanted));
    return html`
      ${settingTabs('/configuration')}
      <form class="filters" @submit=${(event) => event.preventDefault()}>
        <label class="grow">Find<input type="search" data-search .value=${text} placeholder="a name or a word" @input=${(event) => change({ text: event.target.value }, { replace: true })}></label>
        <label>Show<select .value=${set} @change=${(event) => change({ set: event.target.value })}><option value="">all settings</option><option value="1">only what was set</option></select></label>
      </form>
      ${table({
        caption: 'Settings in force',
        rows,
        key: (one) => one.name,
        none: empty('No setting matches'),
        columns: [
          { label: 'Setting', cell: (one) => html`<span class="stack"><code>${one.name}</code><span class="quiet">${plain(one.meaning)}</span></span>` },
          { label: 'Value', cell: (one) => (one.value === null ? html`<span class="quiet">not set</span>` : html`<code class="wrap">${one.value}</code>`) },
          { label: 'Comes from', cell: (one) => (one.origin === 'default' ? html`<span class="quiet">default</span>` : html`${badge(one.origin, 'blue')} ${one.from && one.from !== one.name ? html`<code>${one.from}</code>` : ''}`) },
          { label: 'Allowed', cell: (one) => html`<span class="quiet">${one.allowed}</span>` },
        ],
      })}
    `;
  }
}
customElements.define('configuration-page', ConfigurationPage);
