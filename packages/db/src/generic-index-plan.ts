/*
 * The functions of workflows change settings by assignments, `role := set_config(…)`, which evaluate an expression.
 * `perform` would start a statement, which takes 0.01 ms, and completing a run and creating the next one changes eight
 * settings.
 */

/**
 * Each connection plans these functions' statements once, perhaps while the tables are empty. With only nested loops over
 * indexes, the plans remain good for executions of any size. Without `plan_cache_mode`, the planner would plan each call
 * anew, because it knows how long each array is. `is not distinct from` keeps it from reading all waiting nodes of all
 * executions in an index on states.
 */
export const GENERIC_INDEX_PLAN =
  'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan'
