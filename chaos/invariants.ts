import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { brokenInvariants } from '@millrace/db/testing/invariants'
import type pg from 'pg'
import { asSuperuser } from '../e2e/superuser.ts'

/** Checks the invariants of rows and files. Returns a sentence for each violation. */
export function brokenRules(dataDirectory: string, filesDirectory = dataDirectory): Promise<string[]> {
  const files = join(filesDirectory, 'objects', 'sha256')
  return asSuperuser(dataDirectory, async (client) => [
    ...(await brokenInvariants(client)),
    ...(await damagedFiles(client, files)),
  ])
}

/** Counts the jobs or work data with this name. Each name is requested once, so the count must be 1. */
export async function countNamed(dataDirectory: string, table: 'job' | 'work_data', name: string): Promise<number> {
  const text = `select count(*)::int as found from ${table} where name = $1`
  const { rows } = await asSuperuser(dataDirectory, (client) => client.query<{ found: number }>(text, [name]))
  return rows[0]?.found ?? 0
}

/** Counts the runs of workflows that were leased to a worker in the transaction that created them. */
export async function countLeasedImmediately(dataDirectory: string): Promise<number> {
  const text = 'select count(*)::int as found from job where parent_id is not null and started_at = created_at'
  const { rows } = await asSuperuser(dataDirectory, (client) => client.query<{ found: number }>(text))
  return rows[0]?.found ?? 0
}

/** Checks that the bytes of every row of `work_data` exist and are unchanged. */
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
