/** What is shown of a job wherever one is shown: its name, its time that matters, and what can be done to it. */
import { html, nothing } from 'lit';
import { api, at } from '../core/api.js';
import { link } from '../core/router.js';
import { session } from '../core/session.js';
import { badge } from './badge.js';
import { ask } from './dialog.js';
import { agoOf, sinceOf } from './time.js';
import { act } from './toast.js';

export const STATES = ['pending', 'scheduled', 'running', 'paused', 'completed', 'failed', 'cancelled'];

/** All ids of jobs begin alike; what tells them apart stands behind the last dash. */
export const shortId = (id) => id.slice(id.lastIndexOf('-') + 1);

export const jobLink = (job) => html`
  <a class="job-link" href=${link(`/jobs/${job.id}`)}><strong>${job.kind}</strong> <span class="mono quiet">${shortId(job.id)}</span></a>
`;

/** Its state, and what it waits for. */
export const jobState = (job) => html`
  ${badge(job.status)}
  ${job.cancel_requested && job.status === 'running' ? html`<span class="quiet">stopping</span>` : nothing}
  ${job.waiting_on ? html`<span class="quiet">${job.waiting_on}</span>` : nothing}
`;

/** The time that matters in its state. */
export function jobTime(job) {
  switch (job.status) {
    case 'running':
      return html`for ${sinceOf(job.started_at)}`;
    case 'scheduled':
      return html`due ${agoOf(job.next_run_at)}`;
    case 'paused':
      return agoOf(job.paused_at ?? job.updated_at);
    case 'pending':
      return agoOf(job.created_at);
    default:
      return agoOf(job.completed_at ?? job.cancelled_at ?? job.updated_at);
  }
}

/** Which actions a state allows, most wanted first. */
const ALLOWED = {
  pending: ['pause', 'priority', 'cancel', 'delete'],
  scheduled: ['pause', 'priority', 'cancel', 'delete'],
  running: ['cancel', 'priority', 'release'],
  paused: ['resume', 'priority', 'cancel', 'delete'],
  completed: ['delete'],
  failed: ['retry', 'delete'],
  cancelled: ['retry', 'delete'],
};

/** A running job that recurs is paused after its run; there is no lease of it to take away here. */
const ALLOWED_RECURRING = { ...ALLOWED, running: ['pause', 'priority', 'cancel'], completed: ['pause', 'cancel', 'delete'] };

export function allowed(job) {
  if (!session.may('operator')) return [];
  const actions = (job.schedule_enabled ? ALLOWED_RECURRING : ALLOWED)[job.status];
  return job.is_paused && !actions.includes('resume') ? ['resume', ...actions.filter((one) => one !== 'pause')] : actions;
}

export const LABELS = {
  pause: 'Pause',
  resume: 'Resume',
  priority: 'Priority…',
  cancel: 'Cancel',
  release: 'Take from worker',
  retry: 'Retry',
  delete: 'Delete',
};

const QUESTIONS = {
  cancel: (job) => ({
    title: 'Cancel this job?',
    text: job.status === 'running' ? 'Its worker is told to stop, and it will not be tried again.' : 'It will not run. A retry brings it back.',
    action: 'Cancel job',
    danger: true,
  }),
  release: () => ({
    title: 'Take this job from its worker?',
    text: 'Its lease ends, and another worker may run it at once. What the first one reports later does not count.',
    action: 'Take it away',
    danger: true,
  }),
  delete: () => ({
    title: 'Delete this job?',
    text: 'The job and the history of its executions are gone for good.',
    action: 'Delete job',
    danger: true,
  }),
};

/** Does something to the job that a page shows, after a question where it matters. */
export async function doTo(job, action, page) {
  const path = at`/jobs/${job.id}`;
  const after = () => page.refresh();
  const question = QUESTIONS[action]?.(job);
  if (question && !(await ask(question))) return;
  if (action === 'priority') {
    await prioritize(job, path, after);
  } else if (action === 'delete') {
    await page.leave('/jobs', () => act(() => api.delete(path), { done: 'The job is deleted' }));
  } else {
    await act(() => api.post(`${path}/${action}`), { done: (it) => DONE[action](it), undo: undo(action, path), after });
  }
}

const DONE = {
  pause: () => 'The job is paused',
  resume: (job) => `The job is ${job.status} again`,
  cancel: (job) => (job.status === 'running' ? 'The worker is told to stop' : 'The job is cancelled'),
  release: () => 'The job was taken from its worker',
  retry: () => 'The job will run again',
};

function undo(action, path) {
  const back = { pause: 'resume', resume: 'pause' }[action];
  return back ? () => api.post(`${path}/${back}`) : null;
}

async function prioritize(job, path, after) {
  const values = await ask({
    title: 'Change the priority',
    text: 'From 0 to 100; higher ones start first.',
    action: 'Change',
    fields: [{ name: 'priority', label: 'Priority', type: 'number', min: 0, max: 100, value: job.priority, required: true }],
  });
  if (!values || values.priority === job.priority) return;
  await act(() => api.put(`${path}/priority`, { priority: values.priority }), {
    done: `The priority is ${values.priority}`,
    undo: () => api.put(`${path}/priority`, { priority: job.priority }),
    after,
  });
}
