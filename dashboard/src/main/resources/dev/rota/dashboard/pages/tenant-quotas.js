/** The quotas of tenants: how many jobs of each may start within a period, and how many have. */
import { html, nothing } from 'lit';
import { api, at } from '../core/api.js';
import { duration, number } from '../core/format.js';
import { session } from '../core/session.js';
import { ask } from '../components/dialog.js';
import { empty } from '../components/states.js';
import { table } from '../components/table.js';
import { act } from '../components/toast.js';

const path = (tenant) => at`/tenants/${tenant}/quota`;
const bodyOf = (one) => ({ jobs: one.jobs, period_seconds: one.period_seconds });

/** The section of the page; `after` is run when something has changed. */
export const quotaSection = (quotas, after) => html`
  <section class="section" aria-labelledby="quotas">
    <div class="section-head"><h2 id="quotas">Quotas</h2>
      ${session.may('operator') ? html`<button type="button" class="small" @click=${() => edit(null, after)}>New quota</button>` : nothing}</div>
    <p class="quiet section-head">A quota says how many jobs of a tenant may start within a period; more wait, and say so.</p>
    ${table({
      caption: 'Quotas of tenants',
      rows: quotas,
      key: (one) => one.tenant,
      none: empty('No tenant has a quota', 'Each starts as many jobs as it has.'),
      columns: [
        { label: 'Tenant', cell: (one) => html`<strong>${one.tenant}</strong>` },
        { label: 'Quota', cell: (one) => `${number(one.jobs)} in ${duration(one.period_seconds * 1000)}` },
        { label: 'Used now', wide: true, cell: (one) => html`<span class="stack">
          <progress max=${one.jobs} .value=${Math.min(one.used, one.jobs)} aria-label=${`Used of the quota of ${one.tenant}`}></progress>
          <span class="quiet">${number(one.used)} of ${number(one.jobs)}${one.used >= one.jobs ? ': its next jobs wait' : ''}</span></span>` },
        { label: 'Actions', quiet: true, cell: (one) => (session.may('operator') ? html`<span class="actions">
          <button type="button" class="small" aria-label=${`Change the quota of ${one.tenant}`} @click=${() => edit(one, after)}>Change</button>
          <button type="button" class="small" aria-label=${`Remove the quota of ${one.tenant}`} @click=${() => remove(one, after)}>Remove</button>
        </span>` : nothing) },
      ],
    })}
  </section>
`;

async function edit(one, after) {
  const done = await ask({
    title: one ? `The quota of ${one.tenant}` : 'The quota of a tenant',
    fields: [
      ...(one ? [] : [{ name: 'tenant', label: 'Tenant', required: true }]),
      { name: 'jobs', label: 'Jobs that may start', type: 'number', min: 1, required: true, value: one?.jobs ?? 1000 },
      { name: 'period_seconds', label: 'Within, in seconds', type: 'number', min: 1, step: 'any', required: true, value: one?.period_seconds ?? 3600 },
    ],
    action: 'Save',
    submit: ({ tenant = one?.tenant, jobs, period_seconds }) => api.put(path(tenant), { jobs, period_seconds }),
  });
  if (done) {
    await act(async () => {}, {
      done: `${done.outcome.tenant} may start ${number(done.outcome.jobs)} in ${duration(done.outcome.period_seconds * 1000)}`,
      undo: one ? () => api.put(path(one.tenant), bodyOf(one)) : () => api.delete(path(done.outcome.tenant)),
      after,
    });
  }
}

const remove = (one, after) => act(() => api.delete(path(one.tenant)), {
  done: `${one.tenant} starts as many jobs as it has`,
  undo: () => api.put(path(one.tenant), bodyOf(one)),
  after,
});
