import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openHub } from '../apps/server/src/events/hub.ts'
import type { Failpoint } from '../apps/server/src/failpoints.ts'
import { find } from '../apps/server/src/features/jobs/jobs.store.ts'
import { registerEngineStep } from '../apps/server/src/features/processing-steps/engine-steps.service.ts'
import { claimOf } from '../apps/server/src/features/worker-gateway/claimed-leases.service.ts'
import { claimService } from '../apps/server/src/features/worker-gateway/claims.service.ts'
import { completions } from '../apps/server/src/features/worker-gateway/completions.ts'
import { workflowEngine } from '../apps/server/src/features/workflows/engine.service.ts'
import { engineLoop } from '../apps/server/src/features/workflows/engine-loop.ts'
import { EXECUTE_WORKFLOW_MANIFEST } from '../apps/server/src/features/workflows/execute-workflow.rules.ts'
import { executionStarts } from '../apps/server/src/features/workflows/start-execution.service.ts'
import { openLanes } from '../apps/server/src/limiter/lanes.ts'
import { asActor, asSystem } from '../packages/db/src/act.ts'
import { openDatabase } from '../packages/db/src/connect.ts'
import { newUuidV7 } from '../packages/db/src/new-id.ts'
import { ensureQueue, startQueue } from '../packages/dispatch/src/boss.ts'
import { directoryStorage } from '../packages/storage/src/directory.ts'
import { createAndStart } from './throughput-subjects.ts'

const MANIFEST = JSON.stringify({ function_name: 'bench' })
const KEY = newUuidV7()
/** Number of concurrent transactions that create single jobs. */
const CREATORS = 4
const LOG = { error: console.error, warn: console.error } as never

/** Runs workflows of the step `bench`. Returns the milliseconds from the start of a workflow to its completion. */
export interface WorkflowSubject {
  run(nodes: object[]): Promise<number>
  /** Runs jobs without a workflow. Each transaction creates and starts `perTransaction` jobs. */
  runJobs(count: number, perTransaction: number): Promise<number>
  close(): Promise<void>
}

/**
 * Runs the engine, and the gateway's functions for claims and completions, in this process, with row-level security,
 * history and fsync on.
 */
export async function inProcess(databaseUrl: string, workers: number): Promise<WorkflowSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'w3-'))
  const db = openDatabase(databaseUrl)
  const storage = await directoryStorage(folder)
  const hub = await openHub(databaseUrl)
  const queue = await startQueue(db, { onError: (error) => console.error(error) })
  const reach = (_: Failpoint) => {}
  const tools = { log: LOG, lanes: openLanes(), newId: () => newUuidV7(), now: () => new Date() }
  const deps = { db, storage, hub, reach, ...tools }
  const engineStep = await registerEngineStep(deps, EXECUTE_WORKFLOW_MANIFEST)
  const startExecution = executionStarts(deps)
  const engine = workflowEngine({ ...deps, startExecution })
  const loop = engineLoop(engine, deps)
  const ids = { owner: newUuidV7(), step: newUuidV7(), engineStep }
  const actor = { ownerId: ids.owner, userPublicId: ids.owner }
  await asSystem(db, (tx) => insertOwner(tx, ids))
  await ensureQueue(queue, ids.step)

  const claims = claimService(deps)
  const complete = completions({ ...deps, runs: engine })
  const gone = new AbortController()
  const worker = { userId: '', keyId: KEY, ownerId: ids.owner }
  const request = { worker: 'bench', stepIds: [ids.step] }
  const next = { options: claimOf(worker, { ...request, max: 1 }), gone: gone.signal }
  let completed = 0
  let onCompleted = () => {}
  const work = async () => {
    while (!gone.signal.aborted) {
      let leases = await claims.claim(
        { ...request, max: 25, waitMs: 5000 },
        { actor: worker, stillAllowed: async () => true, gone: gone.signal },
      )
      while (leases.length > 0) {
        const completing = leases.map(({ id: jobId, token }) =>
          complete({ lease: { jobId, token, keyId: KEY }, result: null, next }),
        )
        const following = await Promise.all(completing)
        completed += leases.length
        onCompleted()
        leases = following.flatMap((next) => next.leases)
      }
    }
  }
  const working = Array.from({ length: workers }, work)

  return {
    async run(nodes) {
      const text = JSON.stringify({ version: 1, title: 'Bench', nodes })
      const stored = await storage.put(Readable.from([Buffer.from(text)]))
      const id = newUuidV7()
      await asSystem(db, (tx) => insertExecution(tx, { ...ids, id, ...stored }))
      const ended = Promise.withResolvers<void>()
      const unsubscribe = hub.subscribe(({ c }) => {
        const isOurs = c.some((owner) => owner.r || owner.c?.some(([, , changed]) => changed === id))
        if (isOurs) void hasEnded(db, id).then((state) => state && ended.resolve(), ended.reject)
      })
      const begun = performance.now()
      await asActor(db, actor, async (tx) => {
        const job = await find(tx, { owner: ids.owner }, id)
        if (job) await startExecution(tx, job)
      })
      await ended.promise
      unsubscribe()
      return performance.now() - begun
    },
    async runJobs(count, perTransaction) {
      const all = Promise.withResolvers<void>()
      const until = completed + count
      onCompleted = () => completed >= until && all.resolve()
      const left = Array.from({ length: count }, () => newUuidV7())
      const createAll = async () => {
        for (let some = left.splice(0, perTransaction); some.length > 0; some = left.splice(0, perTransaction)) {
          const jobIds = some
          await asActor(db, actor, (tx) => createAndStart(tx, { ids: jobIds, ...ids }))
        }
      }
      const begun = performance.now()
      await Promise.all([all.promise, ...Array.from({ length: CREATORS }, createAll)])
      return performance.now() - begun
    },
    async close() {
      gone.abort()
      claims.close()
      await Promise.all(working)
      await loop.close()
      await hub.close()
      await queue.stop({ graceful: false })
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function hasEnded(db: ReturnType<typeof openDatabase>, id: string): Promise<boolean> {
  const { rows } = await asSystem(db, (tx) =>
    tx.query<{ state: string; error: string | null }>('select state, error from job where id = $1', [id]),
  )
  const { state, error } = rows[0] ?? {}
  if (state === 'Error') throw new Error(error ?? 'The execution failed.')
  return state === 'Completed'
}

type Tx = Parameters<Parameters<typeof asSystem>[1]>[0]

async function insertOwner(tx: Tx, { owner, step }: { owner: string; step: string }): Promise<void> {
  await tx.query(`insert into owner (id, kind, name, plan) values ($1, 'user', 'bench', 'enterprise')`, [owner])
  await tx.query(
    `insert into processing_step (id, owner_id, created_by, function_name, version, version_key, title, input_slots,
       output_slots, manifest, deployment_state)
     values ($1, $2, $2, 'bench', '1.0.0', '1', 'bench', '[]', '[]', $3, 'External')`,
    [step, owner, MANIFEST],
  )
}

interface NewExecution {
  id: string
  owner: string
  engineStep: string
  sha256: string
  sizeInBytes: number
}

async function insertExecution(tx: Tx, { id, owner, engineStep, sha256, sizeInBytes }: NewExecution): Promise<void> {
  const data = newUuidV7()
  await tx.query(
    `insert into work_data (id, owner_id, created_by, name, media_type, size_in_bytes, sha256, kind)
     values ($1, $2, $2, 'bench.json', 'application/json', $3, $4, 'ClientUpload')`,
    [data, owner, sizeInBytes, sha256],
  )
  await tx.query(
    `insert into job (id, owner_id, created_by, name, step_id, executor) values ($1, $2, $2, 'bench', $3, 'engine')`,
    [id, owner, engineStep],
  )
  await tx.query('insert into job_input (owner_id, job_id, slot, item, work_data_id) values ($1, $2, 0, 0, $3)', [
    owner,
    id,
    data,
  ])
  await tx.query(`update job set state = 'ReadyForProcessing' where id = $1`, [id])
}
