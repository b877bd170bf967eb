-- Lets the scheduler look now at schedules that are due but wait, because windows have changed: it may be that one held
-- them that no longer does.
-- index: none
-- locks: schedule rows
UPDATE rota.schedule SET wake_at = next_run_at WHERE wake_at > next_run_at AND next_run_at <= rota.clock()
