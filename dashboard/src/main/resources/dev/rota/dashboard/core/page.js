/**
 * A Page is one view of the dashboard. It fetches what it shows, again whenever something happens that
 * concerns it and from time to time, and never shows old numbers without saying so.
 *
 * A page overrides
 * - `static title`: what stands above it, unless it has a `heading()` of its own;
 * - `every`: after how many milliseconds it fetches anew at the latest;
 * - `fetch(signal)`: gives what it shows, later found in `this.data`;
 * - `concerns(event)`: whether an event of the live stream is a reason to fetch anew;
 * - `moves(figures)`: whether what was just done to jobs is one;
 * - `view()`: the template, called once there is data.
 *
 * It calls `leave` to delete what it shows.
 *
 * `this.params` are the parameters of the address: those of the path and those of the query.
 */
import { LitElement, html, nothing } from 'lit';
import { live } from './live.js';
import { clock } from './clock.js';
import { time } from './format.js';
import { go } from './router.js';
import { loading, failure } from '../components/states.js';

const CALM = 400;
const BUSY = 1500;

export class Page extends LitElement {
  static title = '';
  static properties = {
    params: { attribute: false },
    data: { state: true },
    error: { state: true },
    fetchedAt: { state: true },
  };

  #aborter = null;
  #timer = null;
  #soon = null;
  #isLeaving = false;
  #onEvent = (event) => this.concerns(event.detail) && this.refreshSoon();
  #onFigures = (event) => this.moves(event.detail) && this.refreshSoon(BUSY);
  #onVisible = () => document.visibilityState === 'visible' && this.refresh();

  constructor() {
    super();
    this.params = {};
    this.data = undefined;
    this.error = null;
    this.fetchedAt = null;
  }

  /** One stylesheet for all: pages and components have no shadow. */
  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    live.addEventListener('event', this.#onEvent);
    live.addEventListener('figures', this.#onFigures);
    document.addEventListener('visibilitychange', this.#onVisible);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    live.removeEventListener('event', this.#onEvent);
    live.removeEventListener('figures', this.#onFigures);
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.#rest();
  }

  #rest() {
    this.#aborter?.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#soon);
    this.#soon = null;
  }

  willUpdate(changed) {
    if (changed.has('params')) this.refresh();
  }

  get every() {
    return 5000;
  }

  async fetch() {
    return {};
  }

  concerns() {
    return false;
  }

  moves() {
    return false;
  }

  heading() {
    return html`<h1>${this.constructor.title}</h1>`;
  }

  /** Fetches anew, now. */
  async refresh() {
    if (this.#isLeaving) return;
    clearTimeout(this.#timer);
    this.#aborter?.abort();
    const aborter = new AbortController();
    this.#aborter = aborter;
    try {
      const data = await this.fetch(aborter.signal);
      if (aborter.signal.aborted) return;
      this.data = data;
      this.error = null;
      this.fetchedAt = clock.now();
    } catch (error) {
      if (aborter.signal.aborted || error.name === 'AbortError') return;
      this.error = error;
    }
    this.#timer = setTimeout(() => this.#again(), this.every);
  }

  /** Fetches anew in a moment: many events come as one. */
  refreshSoon(millis = CALM) {
    this.#soon ??= setTimeout(() => {
      this.#soon = null;
      this.refresh();
    }, millis);
  }

  /**
   * Deletes what it shows and goes to another place. Meanwhile it fetches nothing, which might be gone already.
   *
   * @param deletion an `act`
   */
  async leave(place, deletion) {
    this.#isLeaving = true;
    this.#rest();
    if ((await deletion()) !== undefined) {
      go(place);
    } else {
      this.#isLeaving = false;
      this.refresh();
    }
  }

  #again() {
    if (document.visibilityState === 'visible') this.refresh();
  }

  render() {
    return html`
      <header class="page-head">${this.heading()}</header>
      ${this.error && this.data !== undefined
        ? html`<p class="notice warn" role="status">
            As of ${time(this.fetchedAt)}: ${this.error.message}. Trying again…
          </p>`
        : nothing}
      ${this.data !== undefined ? this.view() : this.error ? failure(this.error) : loading()}
    `;
  }
}
