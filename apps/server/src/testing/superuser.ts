import pg from 'pg'
import { afterAll } from 'vitest'

/**
 * Connects as the superuser until the tests of the file end. Statements fire no triggers. Otherwise, the triggers would
 * refuse jobs that skipped earlier states.
 */
export async function superuserWithoutTriggers({ superuserUrl }: { superuserUrl: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  afterAll(() => client.end())
  return client
}
