/**
 * The pages of the dashboard. A row has the pattern of its address, the element that shows it and the module that
 * defines that element; those with a `name` stand in the navigation, and `g` followed by `key` leads to them.
 */
export const routes = [
  { path: '/', tag: 'overview-page', load: () => import('./pages/overview.js'), name: 'Overview', icon: 'overview', key: 'o' },
  { path: '/jobs', tag: 'jobs-page', load: () => import('./pages/jobs.js'), name: 'Jobs', icon: 'jobs', key: 'j' },
  { path: '/jobs/:id', tag: 'job-page', load: () => import('./pages/job.js'), within: '/jobs' },
  { path: '/queues', tag: 'queues-page', load: () => import('./pages/queues.js'), name: 'Queues', icon: 'queues', key: 'q' },
  { path: '/schedules', tag: 'schedules-page', load: () => import('./pages/schedules.js'), name: 'Schedules', icon: 'schedules', key: 's' },
  { path: '/new-schedule', tag: 'schedule-form', load: () => import('./pages/schedule-form.js'), within: '/schedules' },
  { path: '/schedules/:name', tag: 'schedule-page', load: () => import('./pages/schedule.js'), within: '/schedules' },
  { path: '/schedules/:name/edit', tag: 'schedule-form', load: () => import('./pages/schedule-form.js'), within: '/schedules' },
  { path: '/windows', tag: 'windows-page', load: () => import('./pages/windows.js'), name: 'Windows', icon: 'windows', key: 'v' },
  { path: '/new-window', tag: 'window-form', load: () => import('./pages/window-form.js'), within: '/windows' },
  { path: '/windows/:name/edit', tag: 'window-form', load: () => import('./pages/window-form.js'), within: '/windows' },
  { path: '/targets', tag: 'targets-page', load: () => import('./pages/targets.js'), name: 'Targets and plans', icon: 'targets', key: 't' },
  { path: '/targets/:id', tag: 'target-page', load: () => import('./pages/target.js'), within: '/targets' },
  { path: '/plans', tag: 'plans-page', load: () => import('./pages/plans.js'), within: '/targets' },
  { path: '/sources', tag: 'sources-page', load: () => import('./pages/sources.js'), within: '/targets' },
  { path: '/workers', tag: 'workers-page', load: () => import('./pages/workers.js'), name: 'Workers', icon: 'workers', key: 'w' },
  { path: '/pages', tag: 'pages-page', load: () => import('./pages/pages.js'), name: 'Crawled pages', icon: 'pages', key: 'p' },
  { path: '/pages/:id', tag: 'crawled-page', load: () => import('./pages/crawled.js'), within: '/pages' },
  { path: '/operations', tag: 'operations-page', load: () => import('./pages/operations.js'), name: 'Operations', icon: 'operations', key: 'b' },
  { path: '/dead-letters', tag: 'dead-letters-page', load: () => import('./pages/dead-letters.js'), within: '/operations' },
  { path: '/alerts', tag: 'alerts-page', load: () => import('./pages/alerts.js'), name: 'Alerts', icon: 'alert', key: 'a' },
  { path: '/audit', tag: 'audit-page', load: () => import('./pages/audit.js'), name: 'Audit', icon: 'audit', key: 'l' },
  { path: '/database', tag: 'database-page', load: () => import('./pages/database.js'), name: 'Database', icon: 'database', key: 'd' },
  { path: '/tenants', tag: 'tenants-page', load: () => import('./pages/tenants.js'), name: 'Settings', icon: 'settings', key: 'e' },
  { path: '/tokens', tag: 'tokens-page', load: () => import('./pages/tokens.js'), within: '/tenants' },
  { path: '/configuration', tag: 'configuration-page', load: () => import('./pages/configuration.js'), within: '/tenants' },
];
