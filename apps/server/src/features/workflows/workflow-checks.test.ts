import { NeedsPreparation } from '@millrace/db/act'
import { expect, it } from 'vitest'
import { openLanes } from '#limiter/lanes.ts'
import { workflowChecks } from './workflow-checks.service.ts'

const MEGABYTE = 1_000_000

it('the workflows of a sweep share their variables in memory, and each has its own result', async () => {
  const variables = { varied: { type: 'integer', maximum: 100, description: 'x'.repeat(MEGABYTE) } }
  const together = { variables, uses: { uses: [], schemas: {} }, among: 200 }
  const bind = workflowChecks({ lanes: openLanes() }).values('account', together)
  const needOf = (varied: number): NeedsPreparation => {
    try {
      bind({ varied })
    } catch (error) {
      if (error instanceof NeedsPreparation) return error
      throw error
    }
    throw new Error(`The answer for ${varied} is known.`)
  }

  const before = process.memoryUsage().heapUsed
  const needs = Array.from({ length: 200 }, (_, cell) => needOf(cell))
  const grown = process.memoryUsage().heapUsed - before
  using prepared = new DisposableStack()
  prepared.use(await NeedsPreparation.together([needs[1], needs[199]] as NeedsPreparation[]).prepare('account', {}))

  expect(grown).toBeLessThan(50 * MEGABYTE)
  expect(bind({ varied: 1 })).toEqual({ values: { varied: 1 }, faults: [] })
  expect(bind({ varied: 199 }).faults).toHaveLength(1)
  expect(needOf(2)).toBeInstanceOf(NeedsPreparation)
})
