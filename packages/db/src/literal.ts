import { type SQL, sql } from 'drizzle-orm'

/**
 * A number or boolean written into the statement instead of passed as a parameter. The planner then knows it, even in a
 * plan that is made once for all values. The types rule out text, so nothing from a request can be executed.
 */
export function literal(value: number | boolean): SQL {
  return sql.raw(String(value))
}
