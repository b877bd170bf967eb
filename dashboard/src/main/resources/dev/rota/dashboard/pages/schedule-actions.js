/** What can be done to a schedule, from its list and from its own page. */
import { api, at } from '../core/api.js';
import { ask } from '../components/dialog.js';
import { keyOf } from '../components/links.js';
import { act } from '../components/toast.js';
import { instant } from '../components/values.js';

const post = (schedule, what, body) => api.post(`${at`/schedules/${keyOf(schedule)}`}/${what}`, body);

export async function pause(schedule, after) {
  const { name } = schedule;
  const sure = await ask({
    title: `Pause ${name}?`,
    text: 'Its times pass without a run until it is resumed, and are not caught up. Jobs that are there go on.',
    action: 'Pause schedule',
  });
  if (sure) {
    await act(() => post(schedule, 'pause'), { done: `${name} is paused`, undo: () => post(schedule, 'resume'), after });
  }
}

/** Resuming cannot be undone for one that was halted: pausing is something else. */
export const resume = (schedule, after) =>
  act(() => post(schedule, 'resume'), {
    done: `${schedule.name} runs again`,
    undo: schedule.is_halted ? null : () => post(schedule, 'pause'),
    after,
  });

export const runNow = (schedule, after) =>
  act(() => post(schedule, 'run'), { done: `${schedule.name} has an extra run now`, after });

export const retry = (schedule, after) =>
  act(() => post(schedule, 'retry'), { done: 'The failed job is tried again; the schedule goes on when it completes', after });

export async function remove(schedule, page) {
  const { name } = schedule;
  const sure = await ask({
    title: `Delete ${name}?`,
    text: 'It makes no more jobs. Its jobs and the record of its times stay. This cannot be undone.',
    action: 'Delete schedule',
    danger: true,
  });
  if (sure) await page.leave('/schedules', () => act(() => api.delete(at`/schedules/${keyOf(schedule)}`), { done: `${name} is deleted` }));
}

export async function backfill(schedule, after) {
  const { name } = schedule;
  const answer = await ask({
    title: `Backfill ${name}`,
    text: 'Enqueues those planned times of a past range that did not run. Times that ran are left alone.',
    fields: [
      { name: 'from', label: 'From', type: 'datetime-local', required: true, help: 'in the time zone of this browser' },
      { name: 'to', label: 'Until, not included', type: 'datetime-local', required: true },
    ],
    check: ({ from, to }) => (from < to ? null : 'The end must be after the beginning.'),
    action: 'Backfill',
    submit: ({ from, to }) => post(schedule, 'backfill', { from: instant(from), to: instant(to) }),
  });
  if (answer) {
    const { enqueued, left, more } = answer.outcome;
    await act(async () => {}, {
      done: `${enqueued} enqueued${left ? `, ${left} had run or wait` : ''}${more ? '; more are left: backfill again' : ''}`,
      after,
    });
  }
}
