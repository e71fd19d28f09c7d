import { openEngine } from '@millrace/tables/engine'
import { expect, it } from 'vitest'
import { testFolder } from '#testing.ts'

it('closes after the running statement has finished', async () => {
  const engine = await openEngine(await testFolder())
  const failing = engine.rows('SELECT no_such_column').catch((error: Error) => error.message)
  const sums = [1, 2, 3].map((factor) =>
    engine.row<{ sum: number }>(`SELECT sum(${factor}) AS sum FROM range(1000000)`),
  )

  await engine.close()

  expect(await failing).toContain('no_such_column')
  expect(await Promise.all(sums)).toEqual([{ sum: 1_000_000 }, { sum: 2_000_000 }, { sum: 3_000_000 }])
})
