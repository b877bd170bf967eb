/** Shortcuts: `g` and a letter lead to a page, `/` to the search field, `?` shows them all. */
import { html } from 'lit';
import { routes } from '../routes.js';
import { go } from './router.js';
import { ask } from '../components/dialog.js';

let leading = false;

const isTyping = (element) => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) || element.isContentEditable;

export function listen() {
  document.addEventListener('keydown', (event) => {
    const isOurs = !event.ctrlKey && !event.metaKey && !event.altKey && !document.querySelector('dialog[open]');
    if (isOurs && !isTyping(event.target)) press(event);
  });
}

function press(event) {
  const route = leading && routes.find((one) => one.key === event.key);
  leading = event.key === 'g';
  if (route) {
    event.preventDefault();
    go(route.path);
  } else if (event.key === '/') {
    event.preventDefault();
    const field = document.querySelector('[data-search]');
    if (field) field.focus();
    else go('/jobs');
  } else if (event.key === '?') {
    event.preventDefault();
    show();
  }
}

export function show() {
  const row = (keys, what) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd></div>`;
  return ask({
    title: 'Keyboard shortcuts',
    text: html`<dl class="shortcuts">
      ${routes.filter((one) => one.key).map((one) => row(['g', one.key], one.name))}
      ${row(['/'], 'Search')} ${row(['?'], 'This list')} ${row(['Esc'], 'Close')}
    </dl>`,
    action: 'Close',
    no: null,
  });
}
