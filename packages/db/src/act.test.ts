import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { asActor, asSystem, NeedsPreparation } from './act.ts'
import { newUuidV7 } from './new-id.ts'
import { testDatabase } from './testing/database.ts'

let pauses = 0
const random = () => {
  pauses += 1
  return Math.random()
}
const db = await testDatabase({ random })
await db.pool.query('create table pair (id int primary key, value int not null)')
await db.pool.query('insert into pair values (1, 0), (2, 0)')

describe('a transaction', () => {
  it('fails without affecting other transactions when its connection dies between two statements', async () => {
    const work = asSystem(db, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      const ended = new Promise((settle) => tx.client.once('end', settle))
      await kill(rows[0]?.pid ?? 0)
      await ended
      await tx.query('select 1')
    })

    await expect(work).rejects.toThrow(/terminat|not queryable/)

    const { rows } = await asSystem(db, (tx) => tx.query<{ one: number }>('select 1 as one'))
    expect(rows).toEqual([{ one: 1 }])
  })

  it('leaves a usable connection when it fails before its first statement', async () => {
    const refused = Array.from({ length: 30 }, () => asSystem(db, () => Promise.reject(new Error('Refused.'))))

    const outcomes = await Promise.allSettled(refused)

    expect(outcomes.map(({ status }) => status)).toEqual(refused.map(() => 'rejected'))
    const { rows } = await asSystem(db, (tx) =>
      tx.query<{ role: string }>(`select current_setting('millrace.role') as role`),
    )
    expect(rows).toEqual([{ role: 'system' }])
    const outside = await db.pool.query<{ role: string }>(`select current_setting('millrace.role', true) as role`)
    expect(outside.rows[0]?.role).not.toBe('system')
  })

  it('commits nothing if a statement fails that it did not wait for', async () => {
    const work = asSystem(db, async (tx) => {
      await tx.query('update pair set value = 7 where id = 1')
      tx.changed({ type: 'Job', event: 'Changed', id: newUuidV7(), ownerId: newUuidV7() })
      tx.commitAfter(tx.query('insert into pair values (2, 7)'))
    })

    await expect(work).rejects.toThrow('duplicate key')

    const { rows } = await db.pool.query('select value from pair where id = 1')
    expect(rows).toEqual([{ value: 0 }])
  })

  it('throws the error of a statement that it did not wait for, not the error of the next statement', async () => {
    const work = asSystem(db, async (tx) => {
      tx.commitAfter(tx.query('insert into pair values (2, 7)'))
      await tx.query('select 1')
    })

    await expect(work).rejects.toThrow('duplicate key')
  })

  it('fails if its work ignores the error of a statement, because nothing is committed', async () => {
    const work = asSystem(db, async (tx) => {
      await tx.query('update pair set value = 7 where id = 1')
      await tx.query('insert into pair values (2, 7)').catch(() => {})
    })

    await expect(work).rejects.toThrow('rolled back the transaction')

    const { rows } = await db.pool.query('select value from pair where id = 1')
    expect(rows).toEqual([{ value: 0 }])
  })

  it('throws its own error if it fails after its last statement was sent', async () => {
    const work = asSystem(db, async (tx) => {
      tx.commitAfter(tx.query('update pair set value = 7 where id = 1'))
      throw new Error('Refused.')
    })

    await expect(work).rejects.toThrow('Refused.')

    const { rows } = await db.pool.query('select value from pair where id = 1')
    expect(rows).toEqual([{ value: 0 }])
  })

  it('leaves connections for other owners, however many transactions of one owner wait', async () => {
    const [mara, jonas] = [newUuidV7(), newUuidV7()]
    const held = Promise.withResolvers<void>()
    const began: number[] = []
    const waiting = Array.from({ length: 40 }, (_, nth) =>
      asActor(db, { ownerId: mara, userPublicId: mara }, async (tx) => {
        await tx.query('select 1')
        began.push(nth)
        await held.promise
      }),
    )
    await expect.poll(() => began.length).toBeGreaterThan(0)

    const other = await asActor(db, { ownerId: jonas, userPublicId: jonas }, (tx) => tx.query('select 1 as one'))

    expect(other.rows).toEqual([{ one: 1 }])
    expect(began.length).toBeLessThan(12)
    held.resolve()
    await Promise.all(waiting)
    expect(began.toSorted((a, b) => a - b)).toEqual(waiting.map((_, nth) => nth))
  })

  it('prepares what its work needs without holding a connection, and disposes of it at the end', async () => {
    const events: string[] = []
    let isPrepared = false
    const prepare = async () => {
      const idle = db.pool.idleCount === db.pool.totalCount
      events.push(idle ? 'prepared' : 'prepared with a connection')
      isPrepared = true
      return { [Symbol.dispose]: () => void events.push('disposed') }
    }

    const result = await asSystem(db, async (tx) => {
      await tx.query('update pair set value = value + 10 where id = 1')
      if (!isPrepared) throw new NeedsPreparation(prepare)
      const { rows } = await tx.query<{ value: number }>('select value from pair where id = 1')
      events.push('worked')
      return rows
    })

    expect(events).toEqual(['prepared', 'worked', 'disposed'])
    const { rows } = await db.pool.query(
      'update pair set value = value - 10 where id = 1 returning value + 10 as value',
    )
    expect(rows).toEqual(result)
  })

  it('passes the user who acts to the preparation, not the organization', async () => {
    const [user, organization] = [crypto.randomUUID(), crypto.randomUUID()]
    const accounts: unknown[] = []
    const prepare = async (account?: string) => {
      accounts.push(account)
      return { [Symbol.dispose]: () => {} }
    }

    await asActor(db, { ownerId: organization, userPublicId: user }, async () => {
      if (accounts.length === 0) throw new NeedsPreparation(prepare)
    })

    expect(accounts).toEqual([user])
  })

  it('fails if it must not prepare because others wait for it, or if its preparation never suffices', async () => {
    let tries = 0
    const needy = (options: { mayNotPrepare?: boolean }) =>
      asSystem(
        db,
        async () => {
          tries += 1
          throw new NeedsPreparation(async () => ({ [Symbol.dispose]: () => {} }))
        },
        '',
        options,
      )

    await expect(needy({ mayNotPrepare: true })).rejects.toBeInstanceOf(NeedsPreparation)
    await expect(needy({})).rejects.toBeInstanceOf(NeedsPreparation)

    expect(tries).toBe(1 + 5)
  })

  it('FLT15 is retried after a random pause when the database aborts it to resolve a deadlock', async () => {
    const bothHoldOne = barrier(2)
    const addTo = (first: number, second: number) => {
      let tries = 0
      return asSystem(db, async (tx) => {
        tries += 1
        await tx.query('update pair set value = value + 1 where id = $1', [first])
        if (tries === 1) await bothHoldOne()
        await tx.query('update pair set value = value + 1 where id = $1', [second])
      })
    }

    await Promise.all([addTo(1, 2), addTo(2, 1)])

    const { rows } = await db.pool.query('select value from pair order by id')
    expect(rows).toEqual([{ value: 2 }, { value: 2 }])
    // There may be several pauses, because the retry may cause a second deadlock before the other transaction wakes up.
    expect(pauses).toBeGreaterThanOrEqual(1)
  })
})

/** Terminates a database session, as a restart of the database would. */
async function kill(pid: number): Promise<void> {
  const client = new pg.Client({ connectionString: db.superuserUrl })
  await client.connect()
  await client.query('select pg_terminate_backend($1)', [pid])
  await client.end()
}

/** Returns a function that resolves for all callers once `size` callers have called it. */
function barrier(size: number): () => Promise<void> {
  const open = Promise.withResolvers<void>()
  let here = 0
  return () => {
    here += 1
    if (here === size) open.resolve()
    return open.promise
  }
}
