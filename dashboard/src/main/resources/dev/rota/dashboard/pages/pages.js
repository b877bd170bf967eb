/** Crawled pages: searched by their words, with the words marked where they stand; and a crawl to start. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api } from '../core/api.js';
import { number } from '../core/format.js';
import { change, go, link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from '../components/badge.js';
import { ask } from '../components/dialog.js';
import { jobOf } from '../components/links.js';
import { empty } from '../components/states.js';
import { pager } from '../components/table.js';
import { agoOf } from '../components/time.js';
import { toast } from '../components/toast.js';

const CALM = 250;

/** An excerpt has what was looked for between two stars each. */
export const marked = (excerpt) => excerpt.split('**').map((part, i) => (i % 2 ? html`<mark>${part}</mark>` : part));

class PagesPage extends Page {
  #typing = null;

  async fetch(signal) {
    const { q, host, job, cursor } = this.params;
    return api.get('/pages', { q, host, job, cursor }, signal);
  }

  heading() {
    return html`<h1>Crawled pages</h1>
      ${session.may('operator') ? html`<span class="actions"><button type="button" class="primary" @click=${() => this.#crawl()}>Crawl a site…</button></span>` : nothing}`;
  }

  view() {
    const { pages, next_cursor: next } = this.data;
    const { q, host, job } = this.params;
    return html`
      <form class="filters" role="search" @submit=${(event) => event.preventDefault()}>
        <label class="grow">Search in titles and texts<input type="search" data-search .value=${q ?? ''}
          placeholder="words, &quot;a phrase&quot;, -without" @input=${(event) => this.#type(event.target.value)}></label>
        <label>Host<input .value=${host ?? ''} placeholder="any" @change=${(event) => change({ host: event.target.value.trim(), cursor: '' })}></label>
      </form>
      ${job ? html`<p class="notice">Only pages that job ${jobOf(job)} fetched. <a href=${link('/pages', { q, host })}>Show all</a></p>` : nothing}
      ${pages.length === 0
        ? q || host || job
          ? empty('No page matches', 'Fewer or other words may find one.')
          : empty('No page was crawled yet', 'A job of kind crawl fetches a site and stores its pages.')
        : html`<ul class="results" aria-label="Pages">${pages.map((page) => this.#result(page))}</ul>`}
      ${pager({ next, shown: pages.length, word: 'page' })}
    `;
  }

  #result(page) {
    return html`<li class="card result">
      <h2><a href=${link(`/pages/${page.id}`)}>${page.title || page.url}</a></h2>
      <div class="result-url">${page.url}</div>
      ${page.excerpt ? html`<p>${marked(page.excerpt)}</p>` : nothing}
      <p class="quiet">
        ${page.status === 200 ? nothing : badge(`status ${page.status}`, 'amber')}
        fetched ${agoOf(page.fetched_at)}, changed ${agoOf(page.changed_at)}, ${number(page.bytes)} bytes, by job ${jobOf(page.job_id)}
      </p>
    </li>`;
  }

  #type(text) {
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => change({ q: text.trim(), cursor: '' }, { replace: true }), CALM);
  }

  async #crawl() {
    const done = await ask({
      title: 'Crawl a site',
      text: 'Makes a job that fetches pages from this address on, within the rules of the site.',
      fields: [
        { name: 'url', label: 'Address', type: 'url', required: true, placeholder: 'https://example.com/' },
        { name: 'depth', label: 'Depth', type: 'number', min: 0, max: 100, value: 1, required: true, help: 'how many links away from the address' },
        { name: 'maxPages', label: 'Pages at most', type: 'number', min: 1, value: 50, required: true },
      ],
      action: 'Start crawl',
      no: 'Cancel',
      submit: ({ url, depth, maxPages }) => api.post('/jobs', { kind: 'crawl', queue: 'crawl', payload: { url, depth, maxPages } }),
    });
    if (done) {
      toast('The crawl is enqueued');
      go(`/jobs/${done.outcome.id}`);
    }
  }
}
customElements.define('pages-page', PagesPage);
