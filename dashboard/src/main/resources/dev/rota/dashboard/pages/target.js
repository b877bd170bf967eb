/** One target: what is known of it, the plans that concern it, and what can be done to it. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { link } from '../core/router.js';
import { session } from '../core/session.js';
import { ask } from '../components/dialog.js';
import { json } from '../components/json.js';
import { crumb, fact } from '../components/links.js';
import { empty } from '../components/states.js';
import { agoOf, timeOf } from '../components/time.js';
import { act } from '../components/toast.js';
import { parsed } from '../components/values.js';
import { flags } from './targets.js';
import { isStale, planTable } from './plans.js';

class TargetPage extends Page {
  async fetch(signal) {
    const [target, { plans }] = await Promise.all([api.get(`/targets/${this.params.id}`, {}, signal), api.get('/plans', {}, signal)]);
    return { target, plans: plans.filter((one) => one.target_kind === target.kind) };
  }

  concerns(event) {
    return event.type.startsWith('target');
  }

  heading() {
    const target = this.data?.target;
    return html`${crumb('/targets', 'Targets')}<h1>${target?.name ?? this.params.id}</h1>
      ${target ? flags(target) : nothing}
      ${target && session.may('operator') ? html`<span class="actions">
        ${this.#turn(target.approved, 'disapprove', 'approve', 'Withdraw approval', 'Approve')}
        ${this.#turn(target.active, 'deactivate', 'activate', 'Deactivate', 'Activate')}
        <button type="button" @click=${() => this.#edit()}>Edit</button>
        <button type="button" class="danger" @click=${() => this.#delete()}>Delete…</button>
      </span>` : nothing}`;
  }

  #turn(is, off, on, offLabel, onLabel) {
    const { id, name } = this.data.target;
    const [does, undoes, label] = is ? [off, on, offLabel] : [on, off, onLabel];
    return html`<button type="button" @click=${() => act(() => api.post(`/targets/${id}/${does}`), {
      done: `${name}: done`,
      undo: () => api.post(`/targets/${id}/${undoes}`),
      after: () => this.refresh(),
    })}>${label}</button>`;
  }

  view() {
    const { target, plans } = this.data;
    const stale = plans.filter((plan) => isStale(target, plan));
    return html`
      ${stale.length ? html`<p class="notice warn">Stale: no success for longer than ${stale.map((plan) => plan.name).join(', ')} ${stale.length === 1 ? 'allows' : 'allow'}.</p>` : nothing}
      <div class="grid two">
        <section class="card" aria-label="Facts"><dl class="facts">
          ${fact('Kind', html`<a href=${link('/targets', { kind: target.kind })}>${target.kind}</a>`)}
          ${fact('External id', target.external_id)}
          ${fact('Address', target.url ? html`<a href=${target.url} rel="noreferrer noopener">${target.url}</a>` : '–')}
          ${fact('Comes from', target.source ?? 'by hand')}
          ${fact('Last success', agoOf(target.last_success_at))}
          ${fact('Jobs', html`<a href=${link('/jobs', { target: target.external_id })}>its jobs</a>`)}
          ${fact('Made', timeOf(target.created_at))}
          ${fact('Changed', timeOf(target.updated_at))}
        </dl></section>
        <section class="card" aria-labelledby="metadata"><h2 id="metadata" class="section-head">Metadata</h2>${json(target.metadata, 'Metadata')}</section>
      </div>
      <section class="section" aria-labelledby="plans"><h2 id="plans">Plans for targets of this kind</h2>
        ${planTable(plans, empty('No plan concerns it', 'A plan for its kind would keep a schedule for it.'), null)}</section>
    `;
  }

  async #edit() {
    const { target } = this.data;
    const done = await ask({
      title: `Edit ${target.name}`,
      fields: [
        { name: 'name', label: 'Name', required: true, value: target.name },
        { name: 'url', label: 'Address', type: 'url', value: target.url },
        { name: 'metadata', label: 'Metadata', type: 'textarea', value: JSON.stringify(target.metadata, null, 2), help: 'a JSON object' },
      ],
      action: 'Save changes',
      submit: ({ name, url, metadata }) => api.put(`/targets/${target.id}`, { name, url, metadata: parsed(metadata ?? '{}', 'Metadata') }),
    });
    if (done) await act(async () => {}, { done: `${done.name} is changed`, after: () => this.refresh() });
  }

  async #delete() {
    const { target } = this.data;
    const sure = await ask({
      title: `Delete ${target.name}?`,
      text: 'Its schedules go with it; its jobs stay. A target that comes from a source comes back with the next reading of it. This cannot be undone.',
      action: 'Delete target',
      danger: true,
    });
    if (sure) await this.leave('/targets', () => act(() => api.delete(`/targets/${target.id}`), { done: `${target.name} is deleted` }));
  }
}
customElements.define('target-page', TargetPage);
