/** Ways to other pages. */
import { html } from 'lit';
import { at } from '../core/api.js';
import { shortId } from './job.js';

/** A job of which only the id is known. */
export const jobOf = (id) =>
  id ? html`<a class="mono nowrap" href=${`#${at`/jobs/${id}`}`} title=${id}>${shortId(id)}</a>` : html`<span class="quiet">–</span>`;

/** What a schedule is known by in an address, where not every name can stand. */
export const keyOf = (schedule) => (/[/?#%]/.test(schedule.name) ? schedule.id : schedule.name);

/** Tabs: pages that belong together, of which `here` is shown. Rows are `[path, name]`. */
export const tabs = (rows, here, label) => html`<nav class="chips" aria-label=${label}>
  ${rows.map(([path, name]) => (path === here
    ? html`<a class="chip" aria-current="page" href=${`#${path}`}>${name}</a>`
    : html`<a class="chip" href=${`#${path}`}>${name}</a>`))}
</nav>`;

/** The way back to the list that something stands in, before its name. */
export const crumb = (path, name) => html`<a class="crumb" href=${`#${path}`}>${name}</a>`;

export const fact = (name, value) => html`<dt>${name}</dt><dd>${value}</dd>`;

export const tile = (name, value, more) =>
  html`<div class="tile"><div class="name">${name}</div><div class="value">${value}</div><div class="more">${more}</div></div>`;
