import { afterEach, describe, expect, it } from 'vitest'
import { leadership } from './leadership.ts'
import { testDatabase } from './testing/database.ts'

const LOCK = 7_199_001
const db = await testDatabase()
const servers: ReturnType<typeof leadership>[] = []

function joins() {
  const server = leadership(db.url, LOCK, { checkMs: 50 })
  servers.push(server)
  return server
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

describe('leadership', () => {
  it('belongs to one server at a time and passes to another when that server stops', async () => {
    const first = joins()
    await expect.poll(() => first.isLeader()).toBe(true)
    const second = joins()
    await expect.poll(followers).toBe(1)
    expect(second.isLeader()).toBe(false)

    await first.close()

    expect(first.isLeader()).toBe(false)
    await expect.poll(() => second.isLeader()).toBe(true)
  })

  it('is lost with the connection and can be regained on the next one', async () => {
    const server = joins()
    await expect.poll(() => server.isLeader()).toBe(true)
    const pid = await leader()

    await db.pool.query('select pg_terminate_backend($1)', [pid])

    await expect.poll(leader).not.toBe(pid)
    await expect.poll(() => server.isLeader()).toBe(true)
  })
})

async function leader(): Promise<number | undefined> {
  const { rows } = await db.pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  )
  return rows[0]?.pid
}

/** Counts the other sessions that have requested the lock. */
async function followers(): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and pid <> $1 and query like '%pg_try_advisory_lock%'`,
    [await leader()],
  )
  return rows[0]?.count ?? 0
}
