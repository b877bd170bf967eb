/**
 * The pages of the dashboard. A row has the pattern of its address, the element that shows it and the module that
 * defines that element; those with a `name` stand in the navigation, and `g` followed by `key` leads to them.
 */
export const routes = [
  { path: '/', tag: 'overview-page', load: () => import('./pages/overview.js'), name: 'Overview', icon: 'overview', key: 'o' },
  { path: '/jobs', tag: 'jobs-page', load: () => import('./pages/jobs.js'), name: 'Jobs', icon: 'jobs', key: 'j' },
  { path: '/jobs/:id', tag: 'job-page', load: () => import('./pages/job.js'), within: '/jobs' },
  { path: '/queues', tag: 'queues-page', load: () => import('./pages/queues.js'), name: 'Queues', icon: 'queues', key: 'q' },
  { path: '/workers', tag: 'workers-page', load: () => import('./pages/workers.js'), name: 'Workers', icon: 'workers', key: 'w' },
];
