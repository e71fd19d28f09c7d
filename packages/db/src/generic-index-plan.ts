/*
 * The functions of workflows change settings by assignments, `role := set_config(…)`, which only evaluate an
 * expression. `perform` would run a statement, which takes 0.01 ms. Completing one run and creating the next changes
 * eight settings.
 */

/**
 * Settings for functions. Each connection plans the statements of such a function once, perhaps while the tables are
 * empty. With only nested loops over indexes, these plans suit executions of any size. Without `plan_cache_mode`, the
 * planner would make a new plan for each call, because it considers the length of each array. The statements use
 * `is not distinct from` so the planner does not choose an index on states. With that index, the statements would read
 * the waiting nodes of all executions.
 */
export const GENERIC_INDEX_PLAN =
  'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan'
