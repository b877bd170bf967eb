/** The clock: the server's time, as far as its answers tell; browsers' clocks may be off. */

let ahead = 0;

export const clock = {
  /** Takes note of the `Date` of an answer, which knows seconds only. */
  heard(date) {
    const told = date ? Date.parse(date) : NaN;
    const off = told - Date.now();
    if (!Number.isNaN(off)) ahead = Math.abs(off) > 2000 ? off : 0;
  },

  /** Now, in milliseconds. */
  now: () => Date.now() + ahead,
};
