import { describe, expect, it } from 'vitest'
import { asSystem } from './act.ts'
import { openDatabase } from './connect.ts'
import { testDatabase } from './testing/database.ts'

const { url } = await testDatabase()
const db = openDatabase(url, { max: 1 })
await db.pool.query('create table thing (id int primary key, name text not null)')
await db.pool.query(`insert into thing values (1, 'one'), (2, 'two')`)

async function many(text: string, values: unknown[]): Promise<unknown[]> {
  let last: unknown[] = []
  for (let count = 0; count < 20; count += 1) last = (await db.pool.query(text, values)).rows
  return last
}

async function prepared(pattern: string): Promise<number> {
  const text = `select count(*) as found from pg_prepared_statements where statement like '${pattern}'`
  return (await db.pool.query<{ found: number }>(text)).rows[0]?.found ?? -1
}

describe('statements', () => {
  it('are prepared when used repeatedly and return the same rows', async () => {
    expect(await many('select name from thing where id = $1', [2])).toEqual([{ name: 'two' }])
    expect(await prepared('select name from thing%')).toBe(1)
    expect((await db.pool.query('select name from thing where id = $1', [1])).rows).toEqual([{ name: 'one' }])
    const asRows = { text: 'select name from thing where id = $1', rowMode: 'array' }
    expect((await db.pool.query(asRows, [1])).rows).toEqual([['one']])
  })

  it('are not prepared when used rarely', async () => {
    for (let count = 0; count < 30; count += 1) {
      await db.pool.query(`select ${count} as seldom from thing where id = $1`, [1])
    }
    expect(await prepared('%as seldom%')).toBe(0)
  })

  it('of the form “select *” are not prepared, so that columns may be added', async () => {
    await many('select * from thing where id = $1', [1])
    await db.pool.query('alter table thing add column more int default 3')
    expect((await db.pool.query('select * from thing where id = $1', [1])).rows).toEqual([
      { id: 1, name: 'one', more: 3 },
    ])
  })

  it('leave the connection usable if they fail', async () => {
    const insert = () => asSystem(db, (tx) => tx.query('insert into thing (id, name) values ($1, $2)', [1, 'again']))
    for (let count = 0; count < 20; count += 1) await expect(insert()).rejects.toThrow(/duplicate key/)
    expect((await asSystem(db, (tx) => tx.query('select 1 as one'))).rows).toEqual([{ one: 1 }])
  })

  it('are prepared again after the type of a column changed', async () => {
    const named = () => asSystem(db, (tx) => tx.query('select name as changed from thing where id = $1', [2]))
    for (let count = 0; count < 20; count += 1) await named()
    expect(await prepared('%as changed%')).toBe(1)

    const other = openDatabase(url)
    await other.pool.query('alter table thing alter column name type varchar(30)')
    await other.close()

    expect((await named()).rows).toEqual([{ changed: 'two' }])
  })
})
