import type { JobProperties } from '@millrace/contracts/jobs'
import { testDatabase } from '@millrace/db/testing/database'
import { brokenInvariants } from '@millrace/db/testing/invariants'
import type { SirenDocument } from '@millrace/siren/document'
import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { testApi } from '#testing/api.ts'
import { compute, definitionOf, INNER, randomRichShapes, type Shape, sums } from '#testing/random-workflows.ts'
import { forThisCommit } from '#testing/seed-of-commit.ts'
import { freeStep, reportOf, startsExecution, testWorkflows, uploadsDefinition } from '#testing/workflows.ts'

/*
 * Random workflows run on the engine, where jobs end in random order, and in an interpreter that runs one node after
 * another. Both must agree on every state, parameter and result.
 */

const WORKFLOWS = IS_LONG ? 200 : 8

const db = await testDatabase()
const api = await testApi({ db })
const workflows = await testWorkflows(api, [freeStep('sum')])
const alice = await api.signUp()
const inner = await uploadsDefinition(alice, INNER)

interface Outcome {
  state: 'Completed' | 'Skipped' | 'Failed'
  isBlocked: boolean
  /** The sums that completed runs returned. `files` contains the sums that these runs wrote to files. */
  sums: number[]
  files: number[]
}

/** Runs one node after another. Returns undefined if a failure stops the workflow. */
function interpret(shapes: Shape[]): Outcome[] | undefined {
  const outcomes: Outcome[] = []
  for (const one of shapes) {
    const outcome = outcomeOf(one, outcomes, shapes)
    if (outcome.stopped) return undefined
    outcomes.push(outcome)
  }
  return outcomes
}

function outcomeOf(one: Shape, before: Outcome[], shapes: Shape[]): Outcome & { stopped?: boolean } {
  const list = typeof one.items === 'object' ? [one.items.node] : []
  const used = [...one.uses, ...list, ...(one.isEven === undefined ? [] : [one.isEven])].map((index) => before[index]!)
  const read = one.reads === undefined ? [] : [before[one.reads]!]
  const all = [...used, ...read, ...one.after.map((index) => before[index]!)]
  const isBlocked = all.some((other) => other.state === 'Failed' || other.isBlocked)
  if (isBlocked || [...used, ...read].some(({ state }) => state === 'Skipped'))
    return { state: 'Skipped', isBlocked, sums: [], files: [] }
  const valueOfNode = (index: number) =>
    shapes[index]!.items === undefined ? before[index]!.sums[0]! : before[index]!.sums
  if (one.isEven !== undefined) {
    const sum = valueOfNode(one.isEven)
    if (!Array.isArray(sum) && sum % 2 !== 0) return { state: 'Skipped', isBlocked: false, sums: [], files: [] }
  }
  const values = Object.fromEntries(one.uses.map((index) => [`use${index}`, valueOfNode(index)]))
  const parameters = { constant: one.constant, failures: one.failures, ...values }
  const items = itemsOf(one, before, shapes)
  const files = read.flatMap((other) => other.files)
  const isLost = one.isFlaky && !one.isWorkflow && one.retries === 0
  const sums = (items ?? [undefined]).map((item) =>
    isLost ? undefined : compute({ ...parameters, ...(item !== undefined && { item }) }, files),
  )
  return ended(one, sums)
}

/** Returns the outcome of a node whose runs returned these sums. Undefined sums stand for failed runs. */
function ended(one: Shape, sums: (number | undefined)[]): Outcome & { stopped?: boolean } {
  const completed = sums.filter((sum) => sum !== undefined)
  const failed = sums.length - completed.length
  if (failed > 0 && one.stops) return { state: 'Failed', isBlocked: false, sums: [], files: [], stopped: true }
  const state = failed > 0 && completed.length === 0 ? 'Failed' : 'Completed'
  return { state, isBlocked: false, sums: one.isWorkflow ? completed.map(() => 0) : completed, files: completed }
}

function itemsOf({ items }: Shape, before: Outcome[], shapes: Shape[]): unknown[] | undefined {
  if (items === undefined) return undefined
  if (typeof items === 'number') return Array.from({ length: items }, (_, item) => item)
  const lists = before[items.node]!.sums.map((sum) => [sum % 3, 7])
  return shapes[items.node]!.items === undefined ? lists[0] : lists
}

it('INV12 INV13 INV14 a random workflow gives the results of a simple interpreter, and each item completes once', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomRichShapes, async (shapes) => {
      const job = await startsExecution(alice, workflows.stepId, { definition: definitionOf(shapes, inner) })
      await workflows.works(alice, job, sums(), { inRandomOrder: true })

      const expected = interpret(shapes)
      const { properties } = await alice.read<SirenDocument<JobProperties>>(job)
      expect(properties.State).toBe(expected ? 'Completed' : 'Error')
      if (!expected) return
      const { nodes } = await reportOf(alice, job)
      const found = nodes.toReversed().map(({ state, runs }) => ({
        state,
        sums: runs.flatMap((run) => (run.state === 'Completed' ? [(run.result as { sum?: number }).sum ?? 0] : [])),
      }))
      expect(found).toEqual(expected.map(({ state, sums }) => ({ state, sums })))
    }),
    forThisCommit(WORKFLOWS),
  )

  const superuser = new pg.Pool({ connectionString: db.superuserUrl })
  onTestFinished(() => superuser.end())
  expect(await brokenInvariants(superuser)).toEqual([])
})
