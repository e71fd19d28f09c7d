import { testDatabase } from '@millrace/db/testing/database'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { recordedAs, recordedDatabase } from './recorded-database.ts'

const db = await testDatabase({ max: 1 })
const recorded = recordedDatabase(db)
await db.pool.query('create table pair (id int primary key)')

describe('a transaction on accounts', () => {
  it.each([undefined, { userPublicId: crypto.randomUUID() }])(
    'fails if its work ignores the error of a statement, because nothing is committed: user %j',
    async (user) => {
      const work = recordedAs(
        async () => user,
        () =>
          recorded.transaction(async (tx) => {
            await tx.execute(sql`insert into pair values (1)`)
            await tx.execute(sql`insert into pair values (1)`).catch(() => {})
          }),
      )

      await expect(work).rejects.toMatchObject({ cause: { message: expect.stringContaining('rolled back') } })

      const { rows } = await db.pool.query('select id from pair')
      expect(rows).toEqual([])
    },
  )
})
