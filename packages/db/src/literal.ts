import { type SQL, sql } from 'drizzle-orm'

/**
 * Returns SQL with a number or boolean as a literal instead of a parameter, so the planner knows the value even in a
 * generic plan. The types rule out strings, so nothing from a request can be executed.
 */
export function literal(value: number | boolean): SQL {
  return sql.raw(String(value))
}
