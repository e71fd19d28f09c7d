import pg from 'pg'
import { expect, it } from 'vitest'
import { awaitedReplies } from './awaited-replies.ts'
import { testDatabase } from './testing/database.ts'

const { url } = await testDatabase()

function poolThatWaits(mostMs: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, pipeline: true })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', awaitedReplies(mostMs))
  return pool
}

it('fails a statement that gets no reply, and the statements sent after it, and then uses another connection', async () => {
  const pool = poolThatWaits(200)
  const client = await pool.connect()

  const sent = ['select pg_sleep(5)', 'select 1'].map((statement) => client.query(statement))

  const errors = await Promise.all(sent.map((reply) => reply.catch((error: Error) => error.message)))
  // The second statement ends with its own time limit or with the connection, whichever comes first.
  const laterFailure = expect.stringMatching(/Query read timeout|Connection terminated/)
  expect(errors).toEqual(['Query read timeout', laterFailure])
  client.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

it('rejects with the error of the database and the stack of the sender', async () => {
  const pool = poolThatWaits(5000)

  const failing = async () => {
    const client = await pool.connect()
    await client.query('select 1 / 0').finally(() => client.release())
  }

  const error = await failing().catch((cause: Error) => cause)
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('failing') })
  await pool.end()
})

it('refuses a cursor or stream, whose rows would never arrive', async () => {
  const pool = poolThatWaits(5000)
  const client = await pool.connect()

  expect(() => client.query(new pg.Query('select 1'))).toThrow('Only statements can be sent')
  client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})
