-- Lists of jobs, newest first, by state, queue, kind, tag and schedule, each along an index.
--
-- An index on a table that holds jobs already is built while the table takes no writes: about a second for a million rows.
-- They end in -job, not in job, so that nobody who looks for one job takes them for the index of jobs while they are small.

-- The ended jobs of a route by state: the only index here that every job pays for.
CREATE INDEX execution_ended ON rota.execution (route, ended, (-job)) WHERE ended IS NOT NULL;
CREATE INDEX execution_unsuccessful ON rota.execution (ended, (-job)) WHERE ended IN ('failed', 'cancelled');
CREATE INDEX ended_route ON rota.ended (route, state, (-job));
CREATE INDEX delayed_route ON rota.delayed (route, (-job));
CREATE INDEX parked_route ON rota.parked (route, (-job));
CREATE INDEX paused_route ON rota.paused (route, (-job));

-- Jobs without a schedule or without tags are not in these.
CREATE INDEX job_schedule ON rota.job (schedule, id) WHERE schedule IS NOT NULL;
CREATE INDEX job_tags ON rota.job USING gin (tags) WHERE tags IS NOT NULL;
