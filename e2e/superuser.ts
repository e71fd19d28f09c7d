import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SUPERUSER, socketUrl } from '@millrace/db/embedded-settings'
import pg from 'pg'

/** Runs `work` on the database of a running product as a superuser, who bypasses row-level security. */
export async function asSuperuser<Result>(
  dataDirectory: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: superuserUrl(dataDirectory) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Returns the URL of the database for the superuser. PostgreSQL writes the location of its socket to a file in its data
 * directory.
 */
function superuserUrl(dataDirectory: string): string {
  const written = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return socketUrl(SUPERUSER, 'millrace', written[4] ?? '')
}
