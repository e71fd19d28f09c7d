import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { LOCKS } from './advisory-locks.ts'
import { isRetryableConflict } from './faults.ts'
import { securitySql } from './security.ts'

/** Maximum number of attempts to apply changed rules. An attempt may deadlock with running servers. */
const TRIES_MAX = 10
const OLDEST_VERSION = 15

/** The folder of the SQL files, which is next to this file, or next to the bundle that contains it. */
export const MIGRATIONS_FOLDER = new URL('./migrations', import.meta.url).pathname

/**
 * Migrates the database. If several servers start at the same time, one of them migrates under an advisory lock while
 * the others wait. If the database is up to date, no tables are locked, so starting another server does not block
 * running servers. A database that a newer server has migrated is left unchanged, and `warn` receives a sentence about
 * it. Superusers are refused, because they bypass row-level security.
 */
export async function migrate(databaseUrl: string, warn: (sentence: string) => void = () => {}): Promise<void> {
  const journal = JSON.parse(await readFile(`${MIGRATIONS_FOLDER}/meta/_journal.json`, 'utf8')) as Journal
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  // A broken connection fails the current statement. Without this listener, it would also crash the process.
  client.on('error', () => {})
  await client.connect().catch((cause: Error) => {
    throw new Error(`The database cannot be opened: ${cause.message}. Check DATABASE_URL and the database.`, {
      cause,
    })
  })
  try {
    await requireSuitableRole(client)
    await client.query('select pg_advisory_lock($1)', [LOCKS.migration])
    await refusePreRelease(client, journal)
    await runMigrations(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    if (await isNewer(client, journal)) warn(NEWER)
    else await applyRules(client)
  } finally {
    await client.end()
  }
}

const NEWER =
  'A newer version of Millrace has changed the schema of this database. This server uses it as it is; update the server soon.'

interface Journal {
  entries: { when: number }[]
}

/**
 * Throws an error if a pre-release version created the database. Its migrations predate those of this version, so the
 * database cannot be upgraded.
 */
async function refusePreRelease(client: pg.Client, { entries }: Journal): Promise<void> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!tables[0]?.exists) return
  const { rows } = await client.query<{ first: number }>(
    'select min(created_at)::float8 as first from drizzle.__drizzle_migrations',
  )
  const first = rows[0]?.first ?? Number.POSITIVE_INFINITY
  if (first >= Math.min(...entries.map((entry) => entry.when))) return
  throw new Error(
    'This database was created by a pre-release version of Millrace and cannot be upgraded. Nothing was changed. ' +
      'Start with an empty data directory (MILLRACE_DATA) or an empty database (DATABASE_URL).',
  )
}

/** Whether a newer version has migrated this database. */
async function isNewer(client: pg.Client, { entries }: Journal): Promise<boolean> {
  const { rows } = await client.query<{ last: number }>(
    'select max(created_at)::float8 as last from drizzle.__drizzle_migrations',
  )
  return (rows[0]?.last ?? 0) > Math.max(...entries.map((entry) => entry.when))
}

/**
 * Applies the rules if they have changed. Applying them locks tables, so the hash of the last applied rules is stored
 * as a comment on a function and compared first.
 */
async function applyRules(client: pg.Client): Promise<void> {
  const rules = securitySql()
  const mark = `rules ${createHash('sha256').update(rules).digest('hex')}`
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description(to_regprocedure('job_guard()'), 'pg_proc') as mark`,
  )
  if (rows[0]?.mark === mark) return
  const statements = `begin; ${rules}\ncomment on function job_guard() is '${mark}'; commit`
  for (let tries = 1; ; tries++) {
    try {
      return void (await client.query(statements))
    } catch (error) {
      await client.query('rollback')
      if (tries >= TRIES_MAX || !isRetryableConflict(error)) throw error
    }
  }
}

async function requireSuitableRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ unsafe: boolean; version: number }>(
    `select rolsuper or rolbypassrls as unsafe, current_setting('server_version_num')::int / 10000 as version
     from pg_roles where rolname = current_user`,
  )
  const version = rows[0]?.version ?? 0
  if (version < OLDEST_VERSION) {
    throw new Error(`DATABASE_URL names PostgreSQL ${version}. Millrace needs PostgreSQL ${OLDEST_VERSION} or newer.`)
  }
  if (rows[0]?.unsafe) {
    throw new Error(
      'DATABASE_URL names a superuser, which bypasses tenant isolation. Use a role that owns the database and is not a superuser.',
    )
  }
}
