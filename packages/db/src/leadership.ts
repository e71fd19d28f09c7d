import { dedicatedConnection } from './dedicated-connection.ts'

/**
 * Elects one leader among the servers that share a database: the server whose session holds an advisory lock. When that
 * server stops or loses its connection, PostgreSQL releases the lock, and the next server that requests the lock
 * becomes the leader. A server that loses its connection stops being the leader but finishes its current work, so the
 * work of two leaders may briefly overlap.
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
