/** A badge: a word in the colour of what it means. The word is always there; colour alone says nothing. */
import { html } from 'lit';

const TONES = {
  pending: 'blue',
  scheduled: 'violet',
  running: 'amber',
  paused: 'grey',
  completed: 'green',
  failed: 'red',
  cancelled: 'grey',
  alive: 'green',
  gone: 'grey',
  active: 'green',
  halted: 'red',
  open: 'green',
  closed: 'amber',
  raised: 'red',
  cleared: 'grey',
  ended: 'grey',
  delivered: 'green',
};

export const toneOf = (word) => TONES[word] ?? 'grey';

/** A badge of a tone (`blue`, `violet`, `amber`, `grey`, `green`, `red`), or of the tone its word has. */
export const badge = (word, tone = toneOf(word)) =>
  html`<span class="badge ${tone}"><span class="dot" aria-hidden="true"></span>${word.replaceAll('_', ' ')}</span>`;

export const tag = (word) => html`<span class="tag">${word}</span>`;
