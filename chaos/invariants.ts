import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SUPERUSER, socketUrl } from '@millrace/db/embedded-settings'
import { brokenInvariants } from '@millrace/db/testing/invariants'
import pg from 'pg'

/** Checks the invariants of rows and files after a crash. Returns a sentence for each violation. */
export async function brokenRules(dataDirectory: string, filesDirectory = dataDirectory): Promise<string[]> {
  const client = new pg.Client({ connectionString: superuserUrl(dataDirectory) })
  await client.connect()
  try {
    const files = join(filesDirectory, 'objects', 'sha256')
    return [...(await brokenInvariants(client)), ...(await damagedFiles(client, files))]
  } finally {
    await client.end()
  }
}

/** Counts the rows of a table with this name. A resource that was requested once must exist once. */
export async function countNamed(dataDirectory: string, table: 'job' | 'work_data', name: string): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl(dataDirectory) })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: number }>(
      `select count(*)::int as found from ${table} where name = $1`,
      [name],
    )
    return rows[0]?.found ?? 0
  } finally {
    await client.end()
  }
}

/** Checks that the bytes of every row exist, complete and unchanged. */
async function damagedFiles(client: pg.Client, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>('select distinct sha256 from work_data')
  const faults = await Promise.all(
    rows.map(async ({ sha256 }) => {
      const found = await hashOfFile(join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256))
      return found === sha256 ? [] : [`the stored bytes of ${sha256} are ${found}`]
    }),
  )
  return faults.flat()
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
    return hash.digest('hex')
  } catch (error) {
    return String(error)
  }
}

/** PostgreSQL writes the location of its socket to a file in its data directory. */
function superuserUrl(dataDirectory: string): string {
  const written = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return socketUrl(SUPERUSER, 'millrace', written[4] ?? '')
}
