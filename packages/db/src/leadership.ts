import { dedicatedConnection } from './dedicated-connection.ts'

/**
 * Elects one leader among the servers on a database: the session that holds the advisory lock. When that server ends or
 * loses its connection, PostgreSQL releases the lock and the next server to ask takes over. A leader that lost its
 * connection stops to be one at once, but finishes what it is doing, so two servers may overlap for a moment.
 */
export function leadership(databaseUrl: string, lock: number, { checkMs = 2000 } = {}) {
  let leads = false
  const connection = dedicatedConnection(databaseUrl, {
    checkMs,
    async open(client) {
      client.once('end', () => {
        leads = false
      })
      await tryToLead(client)
    },
    check: (client) => (leads ? client.query('select 1') : tryToLead(client)),
  })

  async function tryToLead(client: { query(text: string, values: unknown[]): Promise<{ rows: { ours: boolean }[] }> }) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as ours', [lock])
    leads = rows[0]?.ours === true
  }

  return { isLeader: () => leads, close: connection.close }
}
