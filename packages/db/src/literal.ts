import { type SQL, sql } from 'drizzle-orm'

/**
 * Returns SQL with a number or boolean as a literal instead of a parameter, so the planner knows the value even in a
 * generic plan. Strings are not accepted, so SQL injection is impossible.
 */
export function literal(value: number | boolean): SQL {
  return sql.raw(String(value))
}
