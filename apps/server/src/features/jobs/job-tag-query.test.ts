import { asActor } from '@millrace/db/act'
import { type JobRow, job } from '@millrace/db/schema/jobs'
import { type TagFilter, tagConditions } from '@millrace/db/tag-conditions'
import { NUMBER, type TagQuery } from '@millrace/db/tag-query'
import { testDatabase } from '@millrace/db/testing/database'
import { IS_LONG } from '@millrace/tables/testing/long'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testApi } from '#testing/api.ts'
import * as jobLists from './job-list.store.ts'

/**
 * Tags with numbers in several spellings, with texts that differ only in case, with long values, and without a value.
 */
const TAGS = [
  ...['1', '1.0', '2', '10', '-3', 'many', `${'9'.repeat(120)}1`, `${'9'.repeat(120)}2`].map((value) => `n=${value}`),
  ...['rhine', 'Rhine', 'main', 'rhine-main', `rhine${'e'.repeat(120)}`].map((value) => `river=${value}`),
  ...['flag', 'flag=old', 'flag='],
]
const JOBS = 150
/** More values than are written into a statement as constants. */
const SERIES = 1200

const db = await testDatabase()
const api = await testApi({ db })
const alice = await api.signUp()
const bob = await api.signUp()
const act = <T>(who: typeof alice, work: Parameters<typeof asActor<T>>[2]) =>
  asActor(db, { ownerId: who.publicId, userPublicId: who.publicId }, work)
const tagsOf = new Map<string, string[]>()

await fill(alice, JOBS, (n) => TAGS.filter((_, nth) => (n * 7919 + nth * 104_729) % 11 < 2))
await fill(alice, 2, () => Array.from({ length: SERIES }, (_, n) => `run=${n}`))
await fill(bob, 20, (n) => TAGS.slice(0, n))
await db.pool.query('analyze job, tag, used_tag')

async function fill(who: typeof alice, jobs: number, tags: (n: number) => string[]): Promise<void> {
  await act(who, async (tx) => {
    for (let n = 0; n < jobs; n += 1) {
      const { rows } = await tx.query<{ id: string; tags: string[] }>(
        `insert into job (id, owner_id, created_by, name, tags) values (gen_random_uuid(), $1, $1, 'job', $2) returning id, tags`,
        [who.publicId, tags(n)],
      )
      if (who === alice && rows[0]) tagsOf.set(rows[0].id, rows[0].tags)
    }
  })
}

const key = fc.constantFrom('n', 'river', 'flag', 'run', 'none')
const value = fc.constantFrom('1', '2', '10', '-3', '600', `${'9'.repeat(120)}1`)
const text = fc.constantFrom('1', '1.0', 'rhine', 'Rhine', 'main', 'old', '', `rhine${'e'.repeat(120)}`)
const by = fc.constantFrom('=', '!=', '<', '<=', '>', '>=')
const part = fc.constantFrom('', 'RHINE', 'main', '9', 'e', '1')
const query = fc.letrec<{ query: TagQuery; leaf: TagQuery }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ is: fc.constant('has'), key }),
    fc.record({ is: fc.constant('compare'), key, by, value, as: fc.constant('number') }),
    fc.record({ is: fc.constant('compare'), key, by, value: text, as: fc.constant('text') }),
    fc.record({
      is: fc.constant('search'),
      key,
      by: fc.constantFrom('contains', 'startswith', 'endswith'),
      value: part,
    }),
  ) as fc.Arbitrary<TagQuery>,
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.record({ is: fc.constant('not'), of: tie('query') }) as fc.Arbitrary<TagQuery>,
    fc.record({
      is: fc.constantFrom('and', 'or'),
      of: fc.array(tie('query'), { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<TagQuery>,
  ),
})).query

/** Returns whether tags match a query, using only the rules of the query language. */
function matches(query: TagQuery, tags: readonly string[]): boolean {
  switch (query.is) {
    case 'and':
      return query.of.every((part) => matches(part, tags))
    case 'or':
      return query.of.some((part) => matches(part, tags))
    case 'not':
      return !matches(query.of, tags)
    case 'has':
      return tags.some((tag) => tag === query.key || tag.startsWith(`${query.key}=`))
    case 'anyOf':
      return tags.some((tag) => query.tags.includes(tag))
    default:
      return tags.some((tag) => tag.startsWith(`${query.key}=`) && meets(query, tag.slice(query.key.length + 1)))
  }
}

function meets(query: Extract<TagQuery, { is: 'compare' | 'search' }>, value: string): boolean {
  if (query.is === 'search') {
    const [whole, part] = [value.toLowerCase(), query.value.toLowerCase()]
    return { contains: whole.includes(part), startswith: whole.startsWith(part), endswith: whole.endsWith(part) }[
      query.by
    ]
  }
  if (query.as === 'text') return compares(value, query.by, query.value)
  return NUMBER.test(value) ? compares(exact(value), query.by, exact(query.value)) : query.by === '!='
}

/** Converts a whole number. Numbers of 17 to 20 characters would be rounded, but these tests have none. */
const exact = (value: string) => (value.length > 20 ? BigInt(value) : BigInt(Math.round(Number(value))))

function compares<T>(a: T, by: string, b: T): boolean {
  if (by === '!=') return a !== b
  return (a === b && by.endsWith('=')) || (a < b && by.startsWith('<')) || (a > b && by.startsWith('>'))
}

describe('a tag query', () => {
  it('finds and counts the jobs whose tags match it, each once, with or without other filters on tags', async () => {
    const others = fc.constantFrom<TagFilter>(
      {},
      { TagsByAnd: ['river=main'] },
      { TagsByOr: ['flag', 'n=1', 'river=Rhine'] },
    )

    await fc.assert(
      fc.asyncProperty(query, others, async (tagQuery, filter) => {
        const expected = [...tagsOf].filter(
          ([, tags]) =>
            matches(tagQuery, tags) &&
            (filter.TagsByAnd ?? []).every((tag) => tags.includes(tag)) &&
            (filter.TagsByOr?.some((tag) => tags.includes(tag)) ?? true),
        )

        const found = await act(alice, async (tx) => {
          const page = { limit: 500, offset: 0 }
          const wanted = { sort: undefined, page, withTags: false, show: async (rows: JobRow[]) => rows }
          const { shown, total } = await jobLists.findPage(tx, alice.publicId, { ...filter, tagQuery }, wanted)
          return { ids: shown.map(({ id }) => id).toSorted(), total }
        })

        expect(found).toEqual({ ids: expected.map(([id]) => id).toSorted(), total: expected.length })
      }),
      { numRuns: IS_LONG ? 150 : 50, seed: 3 },
    )
  })

  it('finds the same jobs if its conditions on values are not replaced by lists of matching tags', async () => {
    await fc.assert(
      fc.asyncProperty(query, async (tagQuery) => {
        const expected = [...tagsOf].filter(([, tags]) => matches(tagQuery, tags)).map(([id]) => id)

        const ids = await act(alice, async (tx) => {
          const condition = tagConditions({ kind: 'Job', id: job.id }, alice.publicId, { tagQuery })
          const rows = await tx.orm.select({ id: job.id }).from(job).where(condition)
          expect(await tx.orm.$count(job, eq(job.ownerId, alice.publicId))).toBe(tagsOf.size)
          return rows.map(({ id }) => id)
        })

        expect(ids.toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: IS_LONG ? 80 : 30, seed: 5 },
    )
  })
})
