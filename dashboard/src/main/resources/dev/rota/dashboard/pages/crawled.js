/** A page that was crawled: its text, where it leads, and when it changed. */
import { html, nothing } from 'lit';
import { Page } from '../core/page.js';
import { api, at } from '../core/api.js';
import { some } from '../core/format.js';
import { link } from '../core/router.js';
import { crumb, fact, jobOf } from '../components/links.js';
import { agoOf, timeOf } from '../components/time.js';

const LINKS = 200;

class CrawledPage extends Page {
  async fetch(signal) {
    return api.get(at`/pages/${this.params.id}`, {}, signal);
  }

  heading() {
    return html`${crumb('/pages', 'Crawled pages')}<h1>${this.data ? this.data.title || this.data.url : '…'}</h1>`;
  }

  view() {
    const page = this.data;
    return html`
      <section class="card" aria-label="Facts"><dl class="facts">
        ${fact('Address', html`<a href=${page.url} rel="noreferrer noopener">${page.url}</a>`)}
        ${fact('Answer', `${page.status}, ${page.content_type}`)}
        ${fact('Fetched', html`${timeOf(page.fetched_at)} (${agoOf(page.fetched_at)}) by job ${jobOf(page.job_id)}`)}
        ${fact('Changed', html`${timeOf(page.changed_at)} (${agoOf(page.changed_at)})`)}
        ${fact('First seen', timeOf(page.created_at))}
        ${page.target ? fact('Source', page.target) : nothing}
        ${fact('More', html`<a href=${link('/pages', { job: page.job_id })}>what that crawl fetched</a>`)}
      </dl></section>
      <section class="section"><h2>Text</h2>
        <div class="card page-text" tabindex="0" role="group" aria-label="Text of the page">${page.text || 'none'}</div>
      </section>
      <section class="section"><h2 id="links">${some(page.links.length, 'link')}</h2>
        ${page.links.length ? html`<ul class="card link-list" tabindex="0" aria-labelledby="links">
          ${page.links.slice(0, LINKS).map((one) => html`<li><a href=${one} rel="noreferrer noopener">${one}</a></li>`)}
          ${page.links.length > LINKS ? html`<li class="quiet">and ${page.links.length - LINKS} more</li>` : nothing}
        </ul>` : nothing}
      </section>
    `;
  }
}
customElements.define('crawled-page', CrawledPage);
