/*
 * Each connection plans these functions' statements once, perhaps while the tables are empty. With only nested loops over
 * indexes, the plans remain good for executions of any size. `is not distinct from` keeps the planner from reading all
 * waiting nodes of all executions in an index on states.
 */
export const BY_INDEX = 'set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off'
