/** The states a view can be in beside showing something: loading, failed, empty. */
import { html, nothing } from 'lit';

export const loading = () => html`<p class="state" role="status"><span class="spinner" aria-hidden="true"></span>Loading…</p>`;

export const failure = (error) => html`
  <div class="state failure" role="alert">
    <strong>${error.status === 404 ? 'There is nothing here' : 'That did not work'}</strong>
    <p>${error.message}</p>
  </div>
`;

/** Nothing to show: says so, and what would change that. */
export const empty = (title, advice = nothing) => html`
  <div class="state empty">
    <strong>${title}</strong>
    ${advice === nothing ? nothing : html`<p>${advice}</p>`}
  </div>
`;
