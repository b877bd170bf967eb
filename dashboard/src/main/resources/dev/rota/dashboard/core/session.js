/** The session: who looks at the dashboard, and what they may do. */

const KEY = 'rota.token';
const ORDER = ['viewer', 'operator', 'admin'];

export const session = {
  /** What `/api/v1/me` told: name, role, queues and how the server asks; null until then. */
  me: null,

  get token() {
    return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  },

  /** Keeps a token for this tab, or for this browser. */
  keep(token, forLong) {
    this.forget();
    (forLong ? localStorage : sessionStorage).setItem(KEY, token);
  },

  forget() {
    sessionStorage.removeItem(KEY);
    localStorage.removeItem(KEY);
  },

  /** Whether whoever looks has at least this role: `viewer`, `operator` or `admin`. */
  may(role) {
    return this.me !== null && ORDER.indexOf(this.me.role) >= ORDER.indexOf(role);
  },
};
