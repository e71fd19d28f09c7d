import { LIMITS } from '@millrace/contracts/limits'
import { INVISIBLE_IN_SQL } from '@millrace/contracts/names'
import { sql } from 'drizzle-orm'
import { boolean, check, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Columns of every resource that has an owner. */
export const owned = {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id').notNull(),
  createdBy: uuid('created_by').notNull(),
  tags: text('tags').array().notNull().default([]),
  hidden: boolean('hidden').notNull().default(false),
}

/** Returns a column for a point in time, to the microsecond. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 6 })
}

/** Returns a constraint `<table>_<column>` that allows only these values. */
export function oneOf(table: string, column: string, values: readonly string[]) {
  return check(`${table}_${column}`, sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`))
}

/** Returns a constraint `<table>_<column>` for display names: not blank, not too long, no invisible characters. */
export function readableName(table: string, column = 'name') {
  return check(
    `${table}_${column}`,
    sql.raw(
      `${column} ~ '\\S' and ${column} !~ '${INVISIBLE_IN_SQL}' and char_length(${column}) <= ${LIMITS.accountNameMax}`,
    ),
  )
}
