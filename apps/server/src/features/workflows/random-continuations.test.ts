import type { ContinuationNodeProperties } from '@millrace/contracts/executions'
import type { JobProperties } from '@millrace/contracts/jobs'
import { testDatabase } from '@millrace/db/testing/database'
import { brokenInvariants } from '@millrace/db/testing/invariants'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded } from '@millrace/siren/read'
import { IS_LONG } from '@millrace/tables/testing/long'
import fc from 'fast-check'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { testApi } from '#testing/api.ts'
import type { TestClient } from '#testing/client.ts'
import { definitionOf, randomShape, randomShapes, type Shape, sums } from '#testing/random-workflows.ts'
import { forThisCommit } from '#testing/seed-of-commit.ts'
import { freeStep, reportOf, startsExecution, testWorkflows } from '#testing/workflows.ts'

/*
 * Random workflows run, are changed at random and continued. A user must see the same results as after a fresh run of
 * the changed workflow, and the preview must be correct for each node.
 */

const WORKFLOWS = IS_LONG ? 150 : 3

const db = await testDatabase()
const api = await testApi({ db })
const workflows = await testWorkflows(api, [freeStep('sum', { deterministic: true })])

const changed = randomShapes.chain((shapes) =>
  fc
    .nat(shapes.length - 1)
    .chain((index) => randomShape(index).map((other): [Shape[], Shape[]] => [shapes, shapes.with(index, other)])),
)

/** Returns what users see of an execution: its state, and the outcomes and results of its nodes. */
async function visible(client: TestClient, job: string) {
  const { State } = (await client.read<SirenDocument<JobProperties>>(job)).properties
  if (State !== 'Completed') return { State }
  const { nodes } = await reportOf(client, job)
  return {
    State,
    nodes: nodes.map(({ id, state, reason, runs }) => ({
      ...{ id, state, reason },
      runs: runs.map(({ item, try: attempt, state: outcome, parameters, result, error }) => ({
        ...{ item, attempt, outcome, parameters, result, error },
      })),
    })),
  }
}

it('continuations give the results of a fresh run, and run what the preview said', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(changed, async ([before, after]) => {
      const [alice, bob] = [await api.signUp(), await api.signUp()]
      const start = (client: TestClient, shapes: Shape[]) =>
        startsExecution(client, workflows.stepId, { definition: definitionOf(shapes) })
      const runs = (client: TestClient, job: string) => workflows.works(client, job, sums(), { inRandomOrder: true })
      const job = await start(alice, before)
      await runs(alice, job)

      const input = { Definition: definitionOf(after) }
      const preview = await alice.post(`${job}/Execution/PreviewContinuation`, input)
      const reply = await alice.post(`${job}/Execution/Continue`, input)
      expect([preview.status, reply.status]).toEqual([200, 201])
      const next = reply.headers.get('location') ?? ''
      const ran = new Set((await runs(alice, next)).map((name) => name.split(' ')[0]))
      const fresh = await start(bob, after)
      await runs(bob, fresh)

      const shown = await visible(alice, next)
      expect(shown).toEqual(await visible(bob, fresh))
      const document = (await preview.json()) as SirenDocument
      for (const { properties } of embedded(document, 'Node') as SirenDocument<ContinuationNodeProperties>[]) {
        if (properties.Decision === 'Reused') expect(ran).not.toContain(properties.Id)
        // The node may be skipped because of a condition, or because the earlier failure of another node occurs again.
        const mayBeSkipped = properties.Runs === null || shown.nodes?.some(({ state }) => state === 'Failed')
        if (properties.Decision === 'Runs' && shown.State === 'Completed' && !mayBeSkipped)
          expect(ran).toContain(properties.Id)
      }
    }),
    forThisCommit(WORKFLOWS),
  )

  const superuser = new pg.Pool({ connectionString: db.superuserUrl })
  onTestFinished(() => superuser.end())
  expect(await brokenInvariants(superuser)).toEqual([])
})
