/** Alerts: which rules are broken, since when, and what to do about each. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { duration, number, percent } from '../core/format.js';
import { change, link } from '../core/router.js';
import { badge } from '../components/badge.js';
import { jobOf } from '../components/links.js';
import { empty } from '../components/states.js';
import { agoOf, timeOf } from '../components/time.js';

/** A value in the measure of its rule. */
function measure(rule, value) {
  if (/rate|slower/.test(rule)) return percent(value);
  return /depth|leases/.test(rule) ? number(value) : duration(value * 1000);
}

const subjectOf = (one) => {
  if (one.subject_kind === 'job') return jobOf(one.subject);
  const path = { queue: link('/jobs', { queue: one.subject, status: one.rule === 'failed_rate' ? 'failed' : '' }), schedule: link(`/schedules/${encodeURIComponent(one.subject)}`) }[one.subject_kind];
  return path ? html`<a href=${path}>${one.subject}</a>` : one.subject;
};

class AlertsPage extends Page {
  async fetch(signal) {
    return (await api.get('/alerts', { state: this.params.state }, signal)).alerts;
  }

  concerns(event) {
    return event.type.startsWith('alert.');
  }

  heading() {
    const raised = this.data?.filter((one) => one.state === 'raised').length;
    return html`<h1>Alerts</h1>${raised ? badge(`${raised} raised`, 'red') : nothing}`;
  }

  view() {
    return html`
      <form class="filters" @submit=${(event) => event.preventDefault()}>
        <label>Show<select .value=${this.params.state ?? ''} @change=${(event) => change({ state: event.target.value })}>
          <option value="">raised and lately cleared</option><option value="raised">raised</option><option value="cleared">cleared</option></select></label>
      </form>
      ${this.data.length === 0
        ? empty('No alert', 'No rule is broken.')
        : html`<ul class="findings" aria-label="Alerts">${this.data.map((one) => html`
          <li class="card finding ${one.state === 'raised' ? 'red' : 'grey'}">
            <div class="section-head"><h2 class="words">${one.rule.replaceAll('_', ' ')}</h2>${badge(one.state)} <span class="quiet">${one.subject_kind} ${subjectOf(one)}</span></div>
            <p>Found ${measure(one.rule, one.value)}, where ${measure(one.rule, one.threshold)} is the limit, since ${timeOf(one.since)} (${agoOf(one.since)})${one.cleared_at ? html`; cleared ${agoOf(one.cleared_at)}` : ''}.</p>
            <p class="advice">${one.advice}</p>
          </li>`)}</ul>`}
    `;
  }
}
customElements.define('alerts-page', AlertsPage);
