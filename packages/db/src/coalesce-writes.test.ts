import { expect, it } from 'vitest'
import { asSystem } from './act.ts'
import { openDatabase } from './connect.ts'
import { testDatabase } from './testing/database.ts'

const { url } = await testDatabase()
const db = openDatabase(url, { max: 1 })

interface Connected {
  connection: { stream: { _writev: (...chunks: unknown[]) => void; _write: (...chunk: unknown[]) => void } }
}

it('statements that are sent without waiting for replies leave in one write, in order', async () => {
  const client = await db.pool.connect()
  const { stream } = (client as unknown as Connected).connection
  let writes = 0
  for (const name of ['_writev', '_write'] as const) {
    const write = stream[name].bind(stream)
    stream[name] = (...args) => {
      writes += 1
      write(...args)
    }
  }
  client.release()

  const rows = await asSystem(db, async (tx) => {
    const replies = await Promise.all(
      [1, 2, 3, 4].map((one) => tx.query<{ one: number }>('select $1::int as one', [one])),
    )
    return replies.flatMap((reply) => reply.rows)
  })

  expect(rows.map(({ one }) => one)).toEqual([1, 2, 3, 4])
  // One write for `begin` and the other statements, and one for `commit`.
  expect(writes).toBe(2)
})

it('a statement that cannot be sent does not prevent others from being sent', async () => {
  const failing = db.pool.query('select $1::int', [
    {
      toPostgres: () => {
        throw new Error('No value.')
      },
    },
  ])

  await expect(failing).rejects.toThrow('No value.')
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
