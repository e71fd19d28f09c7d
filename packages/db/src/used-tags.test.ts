import { describe, expect, it } from 'vitest'
import { asActor, asSystem, type Tx } from './act.ts'
import { newUuidV7 } from './new-id.ts'
import { tagsOfMost, usedTags } from './tag-lists.ts'
import { testDatabase } from './testing/database.ts'
import { deleteUnusedTags } from './used-tags.ts'

const db = await testDatabase()

/** Creates an owner whose jobs the test creates and changes directly in the database. */
function anOwner() {
  const id = newUuidV7()
  const act = <T>(work: (tx: Tx) => Promise<T>) => asActor(db, { ownerId: id, userPublicId: id }, work)
  return {
    id,
    act,
    change: (statement: string, ...values: unknown[]) => act((tx) => tx.query(statement, values)),
    listed: (filter = {}) => act((tx) => tagsOfMost(tx, 'Job', id, filter)),
    used: () => act((tx) => usedTags(tx, 'Job', id)),
  }
}

async function addsJob(tx: Tx, owner: string, tags: string[], parent: string | null = null): Promise<string> {
  const id = newUuidV7()
  await tx.query(
    `insert into job (id, owner_id, created_by, name, tags, parent_id) values ($1, $2, $2, 'job', $3, $4)`,
    [id, owner, tags, parent],
  )
  return id
}

const rows = async (owner: string, tag: string) => {
  const found = await asSystem(db, (tx) =>
    tx.query<{ row: string }>(
      `select concat_ws(' ', case when hidden then 'hidden' end, case when sub then 'sub' end, case when maybe_unused then 'marked' end, 'row') as row
       from used_tag where owner_id in ($1, '00000000-0000-0000-0000-000000000000') and tag = $2 order by 1`,
      [owner, tag],
    ),
  )
  return found.rows.map(({ row }) => row)
}

describe('tags in use', () => {
  it('are listed without reading the uses of other tags when one tag may have lost its last use', async () => {
    const { id, act } = anOwner()
    await act(async (tx) => {
      await tx.query(
        `insert into job (id, owner_id, created_by, name, tags)
         select gen_random_uuid(), $1, $1, 'job', array['common', 'nth=' || n % 900] from generate_series(1, 1800) n`,
        [id],
      )
      await tx.query('analyze tag; analyze used_tag')
      await tx.query(
        `insert into used_tag (owner_id, kind, tag, hidden, sub, maybe_unused) values ($1, 'Job', 'common', false, false, true)`,
        [id],
      )
    })

    const read = await act(async (tx) => {
      const tuples = async () => {
        const { rows } = await tx.query<{ read: number }>(
          `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'tag'`,
        )
        return rows[0]?.read ?? 0
      }
      const before = await tuples()
      expect(await tagsOfMost(tx, 'Job', id, {})).toHaveLength(901)
      return (await tuples()) - before
    })

    expect(read).toBeLessThan(10)
  })

  it('are listed from their first use to their last, by visibility and kind of job', async () => {
    const { id, act, change, listed, used } = anOwner()
    const long = 'k'.repeat(150)
    const first = await act((tx) => addsJob(tx, id, ['a', `${long}1`]))
    const second = await act((tx) => addsJob(tx, id, ['a', 'b', `${long}2`], first))

    expect(await listed()).toEqual(['a', 'b', `${long}1`, `${long}2`])
    expect(await listed({ IsSubJob: false })).toEqual(['a', `${long}1`])
    expect(await used()).toEqual([
      { tag: 'a', count: 2 },
      { tag: 'b', count: 1 },
      { tag: `${long}1`, count: 1 },
      { tag: `${long}2`, count: 1 },
    ])

    await change('update job set hidden = true where id = $1', second)
    expect(await listed()).toEqual(['a', `${long}1`])
    expect(await listed({ ShowHidden: true })).toEqual(['a', 'b', `${long}1`, `${long}2`])

    await change(`update job set tags = '{c}' where id = $1`, first)
    expect(await listed()).toEqual(['c'])
    await change('delete from job where owner_id = $1', id)
    expect(await listed({ ShowHidden: true })).toEqual([])
    expect(await used()).toEqual([])
  })

  it('are stored once per owner and once for every owner, until maintenance deletes the unused ones', async () => {
    const [alice, bob] = [anOwner(), anOwner()]
    for (const { id, act } of [alice, alice, bob]) await act((tx) => addsJob(tx, id, ['shared']))
    expect(await rows(alice.id, 'shared')).toEqual(['row', 'row'])

    await alice.change('delete from job')
    expect(await rows(alice.id, 'shared')).toEqual(['marked row', 'row', 'row'])
    await deleteUnusedTags(db)
    expect(await rows(alice.id, 'shared')).toEqual(['row'])
    expect(await bob.listed()).toEqual(['shared'])

    await bob.change('delete from job')
    await deleteUnusedTags(db)
    expect(await rows(bob.id, 'shared')).toEqual([])
    await alice.act((tx) => addsJob(tx, alice.id, ['shared']))
    expect(await alice.listed()).toEqual(['shared'])
  })

  it('stay if a transaction that found their row commits another use', async () => {
    const { id, act, change, listed } = anOwner()
    await act((tx) => addsJob(tx, id, ['kept']))

    await act(async (tx) => {
      await addsJob(tx, id, ['kept'])
      await change('delete from job')
      await deleteUnusedTags(db)
      expect(await rows(id, 'kept')).toEqual(['marked row', 'row', 'row'])
    })
    await deleteUnusedTags(db)

    expect(await rows(id, 'kept')).toEqual(['row', 'row'])
    expect(await listed()).toEqual(['kept'])
  })

  it('can be used for the first time by two transactions at the same time', async () => {
    const { id, act, listed } = anOwner()

    await act(async (tx) => {
      await addsJob(tx, id, ['new'])
      await act((other) => addsJob(other, id, ['new']))
    })

    expect(await listed()).toEqual(['new'])
  })
})
