/**
 * The router: where in the dashboard we are stands behind the # of the address, as in
 * `#/jobs?status=failed`, so that every view can be bookmarked and sent to somebody.
 */

/** The place the address names: its path, and its query as an object. */
export function place() {
  const [path, query = ''] = (location.hash.replace(/^#/, '') || '/').split('?');
  return { path, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a place; parameters that are empty are left out. */
export function link(path, params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return `#${path}${text ? `?${text}` : ''}`;
}

/** Goes to a place; `replace` leaves no step in the history, as while a filter is being typed. */
export function go(path, params = {}, { replace = false } = {}) {
  const address = link(path, params);
  if (replace) {
    history.replaceState(null, '', address);
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = address;
  }
}

/** The same place with other parameters. */
export function change(params, options) {
  const here = place();
  go(here.path, { ...here.params, ...params }, options);
}

/** What a pattern as `/jobs/:id` finds in a path, or null. */
export function match(pattern, path) {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return null;
  const found = {};
  for (let i = 0; i < names.length; i++) {
    if (names[i].startsWith(':')) found[names[i].slice(1)] = decodeURIComponent(parts[i]);
    else if (names[i] !== parts[i]) return null;
  }
  return found;
}
