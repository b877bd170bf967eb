/**
 * Kin: the jobs that a job waits for and those that wait for it, drawn as layers from left to right, and as lists, which
 * say more and are what is heard.
 */
import { html, nothing, svg } from 'lit';
import { some } from '../core/format.js';
import { link } from '../core/router.js';
import { badge, toneOf } from './badge.js';
import { shortId } from './job.js';

const DRAWN = 6;
const BOX = { width: 186, height: 44 };
const GAP = { x: 66, y: 12 };
const LETTERS = 22;

/** Kinds of ids are told by their second part. */
const isBatch = (one) => one.id.split('-')[1] === '0004';

const placeOf = (one) => link(`${isBatch(one) ? '/batches' : '/jobs'}/${one.id}`);
const nameOf = (one) => (isBatch(one) ? `batch ${one.name || shortId(one.id)}` : one.name ?? one.kind ?? shortId(one.id));
const isOver = (one) => ['completed', 'ended'].includes(one.status);
const isBroken = (one) => ['failed', 'cancelled', 'gone'].includes(one.status);

/** What becomes of a child when a parent does not complete. */
const OTHERWISE = { cancel: 'is cancelled', fail: 'fails', run: 'runs all the same' };

/** A job that has neither parents nor children shows nothing. */
export function kin(job) {
  const parents = job.parents ?? [];
  const children = job.children ?? [];
  if (parents.length + children.length === 0) return nothing;
  return html`
    <section class="section card" aria-labelledby="kin-title">
      <h2 id="kin-title">Graph</h2>
      ${waiting(parents)}
      ${picture(job, parents, children)}
      <div class="grid kin-lists">
        ${list(isOver(job) || isBroken(job) ? 'It waited for' : 'It waits for', parents)}
        ${list('Wait for it', children, (one) => (isOver(job) || isBroken(job) ? '' : `${OTHERWISE[one.on_parent_failure]} if this one does not complete`))}
      </div>
    </section>
  `;
}

function waiting(parents) {
  if (parents.length === 0) return nothing;
  const left = parents.filter((one) => !isOver(one) && !isBroken(one));
  const broken = parents.filter(isBroken);
  if (left.length) {
    return html`<p>${left.length} of ${some(parents.length, 'parent')} ${left.length === 1 ? 'has' : 'have'} not ended yet: ${left.slice(0, 3).map(nameOf).join(', ')}${left.length > 3 ? ' and others' : ''}.
      If one does not complete, this job ${OTHERWISE[parents[0].on_parent_failure]}.</p>`;
  }
  if (broken.length) return html`<p>${some(broken.length, 'parent')} did not complete: ${broken.slice(0, 3).map(nameOf).join(', ')}.</p>`;
  return html`<p>All its parents have completed.</p>`;
}

const list = (title, all, note = () => '') => (all.length === 0 ? nothing : html`
  <div>
    <h3>${title}</h3>
    <ul aria-label=${title} tabindex=${all.length > DRAWN ? '0' : nothing}>
      ${all.map((one) => html`<li>
        ${one.status === 'gone' ? html`<span class="mono">${shortId(one.id)}</span>` : html`<a href=${placeOf(one)}><strong>${nameOf(one)}</strong> <span class="mono quiet">${shortId(one.id)}</span></a>`}
        ${badge(one.status)} <span class="quiet">${note(one)}</span>
      </li>`)}
    </ul>
  </div>`);

/** Layers with something in them, from left to right. */
function picture(job, parents, children) {
  const layers = [parents, [{ ...job, here: true }], children].filter((layer) => layer.length).map(shorten);
  const most = Math.max(...layers.map((layer) => layer.length));
  const height = most * (BOX.height + GAP.y) - GAP.y + 4;
  const placed = layers.map((layer, x) => layer.map((one, y) => ({
    one,
    x: 2 + x * (BOX.width + GAP.x),
    y: 2 + (height - 4 - layer.length * (BOX.height + GAP.y) + GAP.y) / 2 + y * (BOX.height + GAP.y),
  })));
  const here = placed.flat().find(({ one }) => one.here);
  const width = layers.length * (BOX.width + GAP.x) - GAP.x + 4;
  return html`<svg class="kin-picture" viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false">
    ${placed.flat().filter((it) => it !== here).map((it) => (it.x < here.x ? edge(it, here, it.one) : edge(here, it, here.one)))}
    ${placed.flat().map(box)}
  </svg>`;
}

const shorten = (layer) => (layer.length <= DRAWN ? layer : [...layer.slice(0, DRAWN - 1), { more: layer.length - DRAWN + 1 }]);

function edge(from, to, parent) {
  const x1 = from.x + BOX.width;
  const y1 = from.y + BOX.height / 2;
  const y2 = to.y + BOX.height / 2;
  const bend = GAP.x / 2;
  const tone = isOver(parent) ? 'done' : isBroken(parent) ? 'broken' : '';
  return svg`<path class="edge ${tone}" d="M${x1} ${y1}C${x1 + bend} ${y1} ${to.x - bend} ${y2} ${to.x} ${y2}"/>`;
}

const cut = (text) => (text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text);

function box({ one, x, y }) {
  if (one.more) return svg`<text class="state-word" x=${x + 14} y=${y + 27}>and ${one.more} more</text>`;
  const inside = svg`
    <rect x=${x} y=${y} width=${BOX.width} height=${BOX.height} rx="8"/>
    <circle class=${toneOf(one.status)} cx=${x + 15} cy=${y + 17} r="4"/>
    <text x=${x + 26} y=${y + 21}>${cut(one.here ? one.kind : nameOf(one))}</text>
    <text class="state-word" x=${x + 26} y=${y + 36}>${one.here ? 'this job, ' : ''}${one.status}</text>`;
  return one.here || one.status === 'gone'
    ? svg`<g class=${one.here ? 'here' : ''}>${inside}</g>`
    : svg`<a href=${placeOf(one)} tabindex="-1">${inside}</a>`;
}
