import { Readable } from 'node:stream'
import type { ContinueExecutionParameters } from '@millrace/contracts/executions'
import { isTerminal } from '@millrace/contracts/job-states'
import { MEDIA } from '@millrace/contracts/media-types'
import { asActor, type Tx } from '@millrace/db/act'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { definitionText } from '@millrace/workflows/definition-text'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import * as setup from '#features/jobs/job-setup.service.ts'
import { lockWorkData } from '#features/work-data/lock-work-data.service.ts'
import type { WorkDataService } from '#features/work-data/work-data.service.ts'
import type { RecordCreated } from '#idempotency/idempotency.service.ts'
import { idFromHref } from '#links.ts'
import { notFound, Problem } from '#problem.ts'
import { type NodePreview, previewNodes } from './continuation-preview.service.ts'
import * as store from './executions.store.ts'
import type { StartExecution } from './start-execution.service.ts'
import { verificationOf } from './verification.service.ts'

export type ContinuationService = ReturnType<typeof continuationService>

/** The nodes and variables of a continued execution, before it starts. */
export interface ContinuationPreview {
  originId: string
  variables: Record<string, unknown>
  nodes: NodePreview[]
}

interface Origin {
  job: store.JobRow
  execution: store.ExecutionRow
}

/** Starts executions based on earlier ones: to continue them with changes, or to verify their results. */
export function continuationService(
  deps: Pick<Deps, 'db' | 'newId'> & {
    startExecution: StartExecution
    workData: Pick<WorkDataService, 'receive' | 'store' | 'record' | 'change'>
  },
) {
  const { db, newId, workData } = deps

  return {
    preview,

    async start(actor: Actor, id: string, input: ContinueExecutionParameters, recordCreated?: RecordCreated) {
      const document = input.Definition ?? (await asActor(db, actor, (tx) => missingDefinition(tx, actor, id, input)))
      const definitionId = document && (await uploaded(actor, id, { ...input, Definition: document }))
      return asActor(db, actor, async (tx) => {
        const from = await originOf(tx, actor, id)
        const made = await start(tx, actor, from, {
          ...input,
          definitionId: definitionId ?? givenDefinition(input) ?? from.execution.definitionId,
          reuses: input.Reuse ?? true,
        })
        await recordCreated?.(tx, made)
        return made
      })
    },

    /**
     * Runs an execution again with the same step versions, to compare the results. Returns the id of the new job.
     * Throws a Problem unless the execution completed.
     */
    verify: (actor: Actor, id: string, recordCreated?: RecordCreated) =>
      asActor(db, actor, async (tx) => {
        const from = await originOf(tx, actor, id)
        if (from.job.state !== 'Completed') throw notCompleted()
        const verification = await verificationOf(tx, from.execution)
        const { definitionId } = from.execution
        const isPresent = (await lockWorkData(tx, actor.ownerId, [definitionId])).has(definitionId)
        const made = await start(tx, actor, from, {
          Name: `Verify ${from.job.name}`.slice(0, 200),
          ...(isPresent && { definitionId }),
          ...verification,
        })
        await recordCreated?.(tx, made)
        return made
      }),
  }

  async function start(tx: Tx, actor: Actor, { job, execution }: Origin, input: NewExecution): Promise<string> {
    const { Name, Variables, definitionId, document, stepIds, reuses, verifies = false } = input
    let row = await setup.createJob(tx, actor, { id: newId(), name: Name ?? job.name, againOf: job.id })
    row = await setup.selectStep(tx, actor, row, job.stepId ?? '')
    if (definitionId !== undefined) row = await setup.fillSlot(tx, row, 0, [definitionId])
    row = await setup.configure(tx, row, { ...Variables })
    if (definitionId === undefined) await store.makeReady(tx, row.id)
    await deps.startExecution(tx, row, { execution, document, reuses, verifies, ...(stepIds && { stepIds }) })
    return row.id
  }

  /** Returns which results the new execution would reuse, by expanding it in a transaction that is rolled back. */
  async function preview(actor: Actor, id: string, input: ContinueExecutionParameters): Promise<ContinuationPreview> {
    const undo = new Error('The preview is complete.')
    let found: ContinuationPreview | undefined
    try {
      await asActor(db, actor, async (tx) => {
        const from = await originOf(tx, actor, id)
        const document = input.Definition ?? (await missingDefinition(tx, actor, id, input))
        const definitionId = document ? undefined : (givenDefinition(input) ?? from.execution.definitionId)
        const executionId = await start(tx, actor, from, {
          ...input,
          reuses: input.Reuse ?? true,
          ...(document && { document }),
          ...(definitionId && { definitionId }),
        })
        const nodes = await previewNodes(tx, { executionId, originId: id, newId })
        const execution = await store.find(tx, executionId)
        found = { originId: id, variables: execution?.variables ?? {}, nodes }
        throw undo
      })
    } catch (error) {
      if (error !== undo) throw error
    }
    if (!found) throw notFound()
    return found
  }

  /**
   * Returns the execution's definition if the work data with that definition was deleted. Undefined if it still exists
   * or if `input` has the URL of a definition.
   */
  async function missingDefinition(tx: Tx, actor: Actor, id: string, input: ContinueExecutionParameters) {
    if (input.DefinitionUrl) return undefined
    const { execution } = await originOf(tx, actor, id)
    const found = await lockWorkData(tx, actor.ownerId, [execution.definitionId])
    return found.has(execution.definitionId) ? undefined : (execution.definition as Record<string, unknown>)
  }

  /** Stores a definition as hidden work data, after a preview has shown that its execution can start. */
  async function uploaded(actor: Actor, id: string, input: ContinueExecutionParameters): Promise<string> {
    await preview(actor, id, input)
    const definition = input.Definition as unknown as WorkflowDefinition
    const incoming = workData.receive(actor)
    try {
      const name = `${definition.title.replaceAll(/[/\\]/g, '-')}.workflow.json`
      const content = Readable.from([Buffer.from(definitionText(definition))])
      const file = await workData.store({ name, declaredType: MEDIA.workflowDefinition, content }, incoming)
      const [row] = await workData.record(actor, { files: [file], tags: [] }, incoming)
      if (!row) throw new Error('The definition was not recorded.')
      await workData.change(actor, row.id, 'Hide', { hidden: true })
      return row.id
    } finally {
      await incoming.end()
    }
  }
}

interface NewExecution extends Pick<ContinueExecutionParameters, 'Name' | 'Variables'> {
  definitionId?: string | undefined
  /** The definition to run. Omitted if it is the content of `definitionId`. */
  document?: unknown
  stepIds?: readonly string[]
  reuses: boolean
  verifies?: boolean
}

async function originOf(tx: Tx, actor: Actor, id: string): Promise<Origin> {
  const job = await store.findJob(tx, actor.scope, id)
  const execution = job && (await store.find(tx, id))
  if (!execution) throw notFound()
  if (isTerminal(job.state)) return { job, execution }
  throw new Problem(
    'action-not-offered',
    `The execution is ${job.state}. Wait until it ends, or cancel it, then try again.`,
  )
}

function notCompleted(): Problem {
  return new Problem(
    'action-not-offered',
    'Only a completed execution has results to compare. Continue this one instead.',
  )
}

function givenDefinition({ DefinitionUrl }: ContinueExecutionParameters): string | undefined {
  return DefinitionUrl ? idFromHref(DefinitionUrl, 'WorkData') : undefined
}
