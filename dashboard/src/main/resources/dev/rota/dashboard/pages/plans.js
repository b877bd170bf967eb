/** Plans: each keeps a schedule for every target of a kind, and sees to those that have gone stale. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { clock } from '../core/clock.js';
import { count, duration, number, some } from '../core/format.js';
import { link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { act } from '../components/toast.js';
import { list, parsed, refuseTaken } from '../components/values.js';
import { targetTabs } from './targets.js';

const LOOKED_AT = 1000;

/** Whether a target has had no success for longer than a plan allows. */
export const isStale = (target, plan) =>
  plan.stale_after_seconds !== null && target.active
    && clock.now() - new Date(target.last_success_at ?? target.created_at) > plan.stale_after_seconds * 1000;

const concerns = (target, plan) => target.kind === plan.target_kind && (target.approved || !plan.only_approved);

/** A table of plans; `buttons` makes those of a row. */
export const planTable = (plans, none, buttons) => table({
  caption: 'Plans',
  rows: plans,
  key: (one) => one.name,
  none,
  columns: [
    { label: 'Plan', cell: (one) => html`<span class="stack"><strong>${one.name}</strong><span class="quiet">${one.explained ?? 'only when a target is stale'}</span></span>` },
    { label: 'State', cell: (one) => badge(one.enabled ? 'active' : 'disabled') },
    { label: 'For', cell: (one) => (one.target_kind
      ? html`<a href=${link('/targets', { kind: one.target_kind })}>${one.only_approved ? 'approved ' : ''}targets of kind ${one.target_kind}</a>`
      : 'no target: a single schedule') },
    { label: 'Makes', cell: (one) => html`<span class="stack"><span>${one.kind}</span><span class="quiet">in ${one.queue}</span></span>` },
    { label: 'Schedules', align: 'right', cell: (one) => html`<a href=${link('/schedules', { queue: one.queue, kind: one.kind })} aria-label=${`Schedules of ${one.name}`}>${number(one.schedules)}</a>` },
    { label: 'Stale targets', cell: (one) => stale(one) },
    ...(buttons ? [{ label: 'Actions', quiet: true, cell: buttons }] : []),
  ],
});

function stale(plan) {
  if (plan.stale_after_seconds === null) return html`<span class="quiet">not looked for</span>`;
  const after = html`<span class="quiet">no success for ${duration(plan.stale_after_seconds * 1000)}</span>`;
  if (plan.stale === undefined) return after;
  return html`<span class="stack"><span>${plan.stale.length ? badge(`${count(plan.stale.length)}${plan.more ? '+' : ''} stale`, 'amber') : badge('none', 'green')}</span>${after}</span>`;
}

class PlansPage extends Page {
  /** With those of the first thousand targets that are stale. */
  async fetch(signal) {
    const { plans } = await api.get('/plans', {}, signal);
    const kinds = [...new Set(plans.filter((one) => one.stale_after_seconds !== null && one.target_kind).map((one) => one.target_kind))];
    const pages = await Promise.all(kinds.map((kind) => api.get('/targets', { kind, active: true, limit: LOOKED_AT }, signal)));
    const targets = pages.flatMap((page) => page.targets);
    return plans.map((plan) => (plan.stale_after_seconds === null ? plan : {
      ...plan,
      stale: targets.filter((target) => concerns(target, plan) && isStale(target, plan)),
      more: Boolean(pages[kinds.indexOf(plan.target_kind)]?.next_cursor),
    }));
  }

  concerns(event) {
    return event.type.startsWith('plan') || event.type.startsWith('target');
  }

  heading() {
    return html`<h1>Targets and plans</h1>
      ${session.may('operator') ? html`<span class="actions"><button type="button" class="primary" @click=${() => this.#edit(null)}>New plan</button></span>` : nothing}`;
  }

  view() {
    const lagging = this.data.filter((one) => one.stale?.length);
    return html`
      ${targetTabs('/plans')}
      ${planTable(this.data, empty('No plan yet', 'A plan keeps one schedule for every target of a kind.'),
        session.may('operator') ? (one) => this.#buttons(one) : null)}
      ${lagging.map((plan) => html`<section class="section card" aria-label=${`Stale targets of ${plan.name}`}>
        <h2>Stale for ${plan.name}</h2>
        <p>${plan.stale.slice(0, 30).map((target) => html`<a href=${link(`/targets/${target.id}`)}>${target.name}</a> `)}${plan.stale.length > 30 ? `and ${plan.stale.length - 30} more` : ''}</p>
      </section>`)}
    `;
  }

  #buttons(one) {
    return html`<span class="actions">
      <button type="button" class="small" aria-label=${`${one.enabled ? 'Disable' : 'Enable'} ${one.name}`} @click=${() => this.#turn(one)}>${one.enabled ? 'Disable' : 'Enable'}</button>
      <button type="button" class="small" aria-label=${`Edit ${one.name}`} @click=${() => this.#edit(one)}>Edit</button>
      <button type="button" class="small danger" aria-label=${`Delete ${one.name}`} @click=${() => this.#delete(one)}>Delete</button>
    </span>`;
  }

  #turn(one) {
    const put = (enabled) => api.put(at`/plans/${one.name}`, { ...bodyOf(one), enabled });
    return act(() => put(!one.enabled), {
      done: one.enabled ? `${one.name} is disabled: it makes no more jobs` : `${one.name} is enabled`,
      undo: () => put(one.enabled),
      after: () => this.refresh(),
    });
  }

  async #edit(one) {
    const done = await ask({
      title: one ? `Edit the plan ${one.name}` : 'New plan',
      wide: true,
      fields: [
        ...(one ? [] : [{ name: 'name', label: 'Name', required: true }]),
        { name: 'target_kind', label: 'Kind of targets', value: one?.target_kind, help: 'one schedule for each; empty for a single schedule' },
        { name: 'only_approved', label: 'Only those that are approved', type: 'checkbox', value: one?.only_approved },
        { name: 'kind', label: 'Kind of job', value: one?.kind, required: true },
        { name: 'queue', label: 'Queue', value: one?.queue ?? 'default', required: true },
        { name: 'payload', label: 'Payload', type: 'textarea', rows: 4, value: JSON.stringify(one?.payload ?? {}, null, 2), help: 'JSON; {target}, {name}, {url} and {interval_seconds} in its strings are filled in' },
        { name: 'trigger', label: 'When', value: one?.trigger ?? '@every 1h', help: 'a cron expression, @daily or @every 30m; empty for stale targets only' },
        { name: 'time_zone', label: 'Time zone', value: one?.time_zone ?? 'UTC' },
        { name: 'stale_after_seconds', label: 'Targets are stale after, in seconds without success', type: 'number', min: 0, step: 'any', value: one?.stale_after_seconds, help: 'they get an extra job; empty not to look' },
        { name: 'tags', label: 'Tags', value: one?.tags.join(', '), help: 'parted by commas' },
      ],
      action: one ? 'Save changes' : 'Create plan',
      no: 'Cancel',
      submit: async (values) => {
        const name = one?.name ?? values.name;
        if (!one) refuseTaken(name, this.data);
        const { target_kind, only_approved, kind, queue, time_zone, stale_after_seconds } = values;
        return api.put(at`/plans/${name}`, {
          ...(one ? bodyOf(one) : {}),
          target_kind, only_approved, kind, queue, time_zone, stale_after_seconds,
          payload: parsed(values.payload ?? '{}', 'The payload'),
          cron_expression: values.trigger,
          tags: list(values.tags),
        });
      },
    });
    if (done) await act(async () => {}, { done: `${done.outcome.name} is saved`, after: () => this.refresh() });
  }

  async #delete(one) {
    const sure = await ask({
      title: `Delete the plan ${one.name}?`,
      text: `Its ${some(one.schedules, 'schedule')} go with it; jobs stay. This cannot be undone.`,
      action: 'Delete plan',
      danger: true,
    });
    if (sure) await act(() => api.delete(at`/plans/${one.name}`), { done: `${one.name} is deleted`, after: () => this.refresh() });
  }
}
customElements.define('plans-page', PlansPage);

/** A plan as it is put, from a plan as it is shown. */
function bodyOf(one) {
  const { name, trigger, explained, schedules, created_at, stale: _, more, ...rest } = one;
  return { ...rest, cron_expression: trigger };
}
