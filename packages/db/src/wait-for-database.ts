import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isUnavailable } from './faults.ts'

const PAUSE_MS = 250
const ANSWER_MS = 5000

/**
 * Waits for a database that is not reachable yet, for example because it starts at the same time as the server. Logs
 * one line when it starts to wait, and gives up after `waitMs`. Errors that waiting cannot fix, such as a wrong
 * password, are thrown immediately.
 */
export async function waitForDatabase(
  databaseUrl: string,
  { waitMs, say }: { waitMs: number; say(line: string): void },
): Promise<void> {
  const until = performance.now() + waitMs
  for (let tries = 0; ; tries += 1) {
    const fault = await openingFault(databaseUrl)
    if (!fault) return
    if (!isUnavailable(fault)) throw refusal(`The database cannot be opened: ${fault.message}.`, fault)
    if (performance.now() >= until)
      throw refusal(`The database was not reachable within ${waitMs / 1000} s (${fault.message}).`, fault)
    if (tries === 0) say(`The database is not reachable yet (${fault.message}). Waiting up to ${waitMs / 1000} s.`)
    await sleep(Math.min(PAUSE_MS, Math.max(0, until - performance.now())))
  }
}

async function openingFault(databaseUrl: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: ANSWER_MS })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => {})
  }
}

function refusal(what: string, cause: Error): Error {
  return new Error(`${what} Check DATABASE_URL and the database, then start again.`, { cause })
}
