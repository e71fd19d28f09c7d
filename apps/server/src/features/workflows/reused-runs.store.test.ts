import type { Tx } from '@millrace/db/act'
import { expect, it } from 'vitest'
import { findReusable, type WantedRun } from './reused-runs.store.ts'

it('looks up equal runs once, and reuses what is found for each of them', async () => {
  const asked: unknown[] = []
  const query = async (_sql: string, [, , wanted]: [string, string, string]) => {
    asked.push(...(JSON.parse(wanted) as unknown[]))
    return { rows: [{ place: 1, jobId: 'job', reusedFrom: 'execution' }] }
  }
  const run = (parameters: Record<string, unknown>): WantedRun => ({
    fingerprint: JSON.stringify(parameters),
    stepId: 'step',
    parameters,
    files: [],
  })

  const found = await findReusable({ query } as unknown as Tx, { ownerId: 'owner', originId: null }, [
    run({ window: 3 }),
    run({ window: 5 }),
    run({ window: 5 }),
    run({ window: 3 }),
  ])

  const reused = { jobId: 'job', reusedFrom: 'execution' }
  expect(asked).toEqual([
    { place: 0, ...run({ window: 3 }) },
    { place: 1, ...run({ window: 5 }) },
  ])
  expect(found).toEqual(
    new Map([
      [1, reused],
      [2, reused],
    ]),
  )
})
