import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { openDatabase } from '../packages/db/src/connect.ts'
import { newUuidV7 } from '../packages/db/src/new-id.ts'

/*
 * The lower bound for W3: the minimum cost of a chain of durable nodes. For each request, one commit completes a run
 * and inserts the next one. The server uses the product’s driver and sends both statements in one write. There are no
 * users, limits, history or announcements.
 */

const db = openDatabase(process.argv[2] ?? '', { max: 1 })
await db.pool.query('create table bare_run (id uuid primary key, state text not null)')

const server = createServer(async (request, response) => {
  const { id } = (await json(request)) as { id: string | null }
  const next = newUuidV7()
  const client = await db.pool.connect()
  await Promise.all([
    client.query('begin'),
    client.query(`update bare_run set state = 'Completed' where id = $1`, [id]),
    client.query(`insert into bare_run values ($1, 'Processing')`, [next]),
    client.query('commit'),
  ])
  client.release()
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: next }))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
