import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { asSystem } from './act.ts'
import { type Cursor, fitsPage, truncateToPage } from './keyset.ts'
import { testDatabase } from './testing/database.ts'

const db = await testDatabase()

it.each([
  ['all rows', [10, 20, 30], [1, 2, 3]],
  ['rows up to the limit exactly', [1_000_000, 1_000_000, 1], [1, 2, 3]],
  ['a first row that is larger than a page', [3_000_000, 1], [1, 2]],
  ['rows whose first one was deleted in the meantime', [3_000_000, 1], [2, 3]],
])('fills a page as the database does: %s', async (_, bytes, places) => {
  const { rows } = await asSystem(db, (tx) =>
    tx.orm.execute<{ bytes: number; fits: boolean }>(
      sql`select bytes, ${fitsPage({ bytes: sql`bytes`, nth: sql`nth` })} as fits
        from unnest(${sql.param(`{${bytes}}`)}::int[], ${sql.param(`{${places}}`)}::int[]) as row(bytes, nth) order by nth`,
    ),
  )

  const page = truncateToPage(
    rows.map((row) => ({ ...row, cursor: [] as Cursor })),
    { limit: 10, offset: 0 },
  )

  expect(page.rows).toEqual(rows.filter(({ fits }) => fits).map(() => ({ fits: true })))
})
