-- Has the statements of this transaction planned for the values at hand.
-- index: none
-- locks: none
SELECT set_config('plan_cache_mode', 'force_custom_plan', true) AS mode
