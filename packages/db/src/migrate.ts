import { readFile } from 'node:fs/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { securitySql } from './security.ts'

const LOCK = 7_100_001

/** Where the SQL files lie: beside the source, or where a bundle says it put them. */
export const MIGRATIONS_FOLDER = new URL('./migrations', import.meta.url).pathname

/**
 * Brings the database up to date. Several servers may start at once: one migrates under an advisory lock, the others
 * wait for it. Refuses a superuser, for whom row-level security would not hold.
 */
export async function migrate(databaseUrl: string, migrationsFolder = MIGRATIONS_FOLDER): Promise<void> {
  await readFile(`${migrationsFolder}/meta/_journal.json`)
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await refuseSuperuser(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await runMigrations(drizzle({ client }), { migrationsFolder })
    await client.query('begin')
    await client.query(securitySql())
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function refuseSuperuser(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ unsafe: boolean }>(
    'select rolsuper or rolbypassrls as unsafe from pg_roles where rolname = current_user',
  )
  if (rows[0]?.unsafe) {
    throw new Error(
      'DATABASE_URL names a superuser, for whom the separation of tenants does not hold. Use a role that owns the database and is no superuser.',
    )
  }
}
