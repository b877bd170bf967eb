/** The theme: light or dark as the system is, unless somebody has chosen. */

const KEY = 'rota.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

const tell = () => dispatchEvent(new Event('rota-theme'));

export const theme = {
  /** `light`, `dark` or `system`. */
  get chosen() {
    return localStorage.getItem(KEY) ?? 'system';
  },

  choose(name) {
    if (name === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
    this.apply();
  },

  /** The next of the three. */
  next() {
    return { system: 'light', light: 'dark', dark: 'system' }[this.chosen];
  },

  apply() {
    const name = this.chosen === 'system' ? (dark.matches ? 'dark' : 'light') : this.chosen;
    document.documentElement.dataset.theme = name;
    tell();
  },
};

dark.addEventListener('change', () => theme.apply());
