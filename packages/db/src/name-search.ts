import type { Database } from './connect.ts'

/**
 * Lets LIKE and ILIKE use an index under row-level security. An index scan evaluates the operator before the policy is
 * checked, so the planner allows it only if the operator's function is marked leakproof. Marking these functions is
 * safe, because they reveal only whether the pattern matches. They throw errors only for patterns that end in an escape
 * character, and our patterns never do. Only a superuser may mark a function.
 */
export const MARK_LEAKPROOF = ['textlike', 'texticlike'].map(
  (name) => `alter function pg_catalog.${name}(text, text) leakproof;`,
)

/**
 * Returns instructions for the database administrator if searches for part of a name cannot use an index. Undefined if
 * these searches use one.
 */
export async function nameSearchAdvice({ pool }: Database): Promise<string | undefined> {
  const { rows } = await pool.query<{ indexed: boolean; leakproof: boolean }>(
    `select to_regclass('job_name_search') is not null as indexed,
       (select bool_and(proleakproof) from pg_proc
        where oid in ('pg_catalog.textlike(text,text)'::regprocedure, 'pg_catalog.texticlike(text,text)'::regprocedure)) as leakproof`,
  )
  if (!rows[0]?.indexed) {
    return 'Searches for part of a name scan the table because the extension pg_trgm or btree_gin is missing. Install the contrib package of PostgreSQL and restart Millrace.'
  }
  if (rows[0].leakproof) return undefined
  return `Searches for part of a name scan the table. To let them use an index, run this in the database as a superuser: ${MARK_LEAKPROOF.join(' ')}`
}
