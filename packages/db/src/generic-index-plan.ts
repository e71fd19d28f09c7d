/*
 * Workflow functions change settings by assignment, `role := set_config(…)`, which only evaluates an expression.
 * `perform` would run a statement, which takes 0.01 ms. Completing one run and creating the next changes eight
 * settings.
 */

/**
 * Settings for functions that work on executions. Each connection plans a function's statements once, perhaps while the
 * tables are empty. Plans with only nested loops over indexes suit executions of any size. Without `plan_cache_mode`,
 * the planner would make a new plan for each call, because it considers the length of each array. `end_nodes` compares
 * the state with `is not distinct from`, because `=` would let the planner choose an index on states and read the
 * waiting nodes of all executions.
 */
export const GENERIC_INDEX_PLAN =
  'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan'
