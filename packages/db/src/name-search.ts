import type { Database } from './connect.ts'

/**
 * Lets an index answer ILIKE under row-level security. The planner uses an operator in an index scan, before the policy
 * is checked, only if its function is marked as revealing nothing about its arguments. This one reports only whether the
 * pattern matches; its one error, about patterns that end in an escape character, never occurs with our patterns. Only a
 * superuser may mark it.
 */
export const MARK_LEAKPROOF = 'alter function pg_catalog.texticlike(text, text) leakproof'

/** What an operator can do so that searches for part of a name use an index; undefined if they do already. */
export async function nameSearchAdvice({ pool }: Database): Promise<string | undefined> {
  const { rows } = await pool.query<{ indexed: boolean; leakproof: boolean }>(
    `select to_regclass('job_name_trigrams') is not null as indexed,
       (select proleakproof from pg_proc where oid = 'pg_catalog.texticlike(text,text)'::regprocedure) as leakproof`,
  )
  if (!rows[0]?.indexed) {
    return 'Searches for part of a name scan the table: the extension pg_trgm is missing. Install the contrib package of PostgreSQL and restart.'
  }
  if (rows[0].leakproof) return undefined
  return `Searches for part of a name scan the table. To let them use their index, run as a superuser in this database: ${MARK_LEAKPROOF};`
}
