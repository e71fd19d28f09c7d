import { expect, it } from 'vitest'
import { asActor, asSystem } from './act.ts'
import { lowercaseContains, type SearchedText } from './like.ts'
import { MARK_LEAKPROOF, nameSearchAdvice } from './name-search.ts'
import { newUuidV7 } from './new-id.ts'
import { jobListing } from './schema/jobs.ts'
import { asSuperuser } from './testing/cluster.ts'
import { testDatabase } from './testing/database.ts'

const db = await testDatabase()
const owner = newUuidV7()
const NAME: SearchedText = { lowercase: jobListing.lowercaseName, compact: jobListing.compactName }

async function planOfSearch(): Promise<string> {
  return asActor(db, { ownerId: owner, userPublicId: owner }, async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
      `explain select from job_listing where compact_name like '%rhine%'`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

it('uses the trigram index under row-level security once the operator is marked leakproof, and says how to mark it', async () => {
  await asSuperuser(db.superuserUrl, MARK_LEAKPROOF.join('').replaceAll('leakproof', 'not leakproof'))

  expect(await planOfSearch()).not.toContain('job_name_search')
  expect(await nameSearchAdvice(db)).toContain(MARK_LEAKPROOF.join(' '))

  await asSuperuser(db.superuserUrl, MARK_LEAKPROOF.join(''))

  expect(await planOfSearch()).toContain('job_name_search')
  expect(await nameSearchAdvice(db)).toBeUndefined()
})

it('finds the same names with the index as plain text search, whichever part of a name is searched', async () => {
  const names = ['Clean Rhine-gauge_7', 'rhinegauge 70.csv', 'a b 100% c\\d/é', 'ag_re %%', '-- x']
  const parts = names.flatMap((name) =>
    [...name].flatMap((_, start) => [...name].map((_, length) => name.slice(start, start + length + 1).toUpperCase())),
  )
  const by = newUuidV7()

  const found = await asActor(db, { ownerId: by, userPublicId: by }, async (tx) => {
    await tx.query(
      'insert into job (id, owner_id, created_by, name) select gen_random_uuid(), $1, $1, unnest($2::text[])',
      [by, names],
    )
    await tx.query(
      'set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off',
    )
    const named = (part: string) =>
      tx.orm
        .select({ name: jobListing.name })
        .from(jobListing)
        .where(lowercaseContains(NAME, part))
        .orderBy(jobListing.name)
    return Promise.all(
      [...new Set(parts)].map(async (part) => [part, (await named(part)).map(({ name }) => name)] as const),
    )
  })

  for (const [part, namesFound] of found) {
    const expected = names.filter((name) => name.toLowerCase().includes(part.toLowerCase()))
    expect(namesFound.toSorted(), part).toEqual(expected.toSorted())
  }
})

it('updates the listing and the tags of a job in the transaction that changes it', async () => {
  const id = newUuidV7()
  const kept = () =>
    asSystem(db, async (tx) => {
      const names = await tx.query<{ name: string }>(
        `select name || case when hidden then ', hidden' else '' end || case when is_trial then ', trial' else '' end as name from job_listing where job_id = $1`,
        [id],
      )
      const tags = await tx.query<{ tag: string }>(
        `select tag || case when hidden then ', hidden' else '' end as tag from tag where resource = $1 order by tag`,
        [id],
      )
      return [...names.rows.map((row) => row.name), ...tags.rows.map((row) => row.tag)]
    })
  const long = 'k'.repeat(1000) + '€'.repeat(1000)
  const run = (statement: string, ...values: unknown[]) =>
    asActor(db, { ownerId: owner, userPublicId: owner }, (tx) => tx.query(statement, values))

  await run('insert into job (id, owner_id, created_by, name, tags) values ($1, $2, $2, $3, $4)', id, owner, 'first', [
    'a=1',
    'b',
  ])
  expect(await kept()).toEqual(['first', 'a=1', 'b'])
  await run(`update job set name = 'second', tags = $2 where id = $1`, id, ['b', long])
  expect(await kept()).toEqual(['second', 'b', long])
  await run('update job set hidden = true where id = $1', id)
  expect(await kept()).toEqual(['second, hidden', 'b, hidden', `${long}, hidden`])
  await run('update job set is_trial = true where id = $1', id)
  expect(await kept()).toEqual(['second, hidden, trial', 'b, hidden', `${long}, hidden`])
  await run('delete from job where id = $1', id)
  expect(await kept()).toEqual([])
})
