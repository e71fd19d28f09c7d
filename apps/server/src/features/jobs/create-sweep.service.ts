import type { Fault } from '@millrace/contracts/problems'
import { NeedsPreparation, type Tx } from '@millrace/db/act'
import { type JsonSchema, prepareSchema } from '@millrace/parameters/json-schema'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { selectableStep } from '#features/processing-steps/select-step.service.ts'
import { lockWorkData } from '#features/work-data/lock-work-data.service.ts'
import type { WorkDataFound } from '#features/work-data/work-data.rules.ts'
import { idFromHref } from '#links.ts'
import { preparationFor } from './job-setup.service.ts'
import type { RapidSetup, SweepSetup } from './jobs.rules.ts'
import { createSetUp } from './rapid-setup.service.ts'
import { type StartExecution, startReady } from './start-ready.service.ts'
import { cellsOf, definitionOf, faultsOfCell, refusedSweep, sweptFiles, sweptNames } from './sweeps.rules.ts'

/** Returns the schema of a workflow's variables. */
export type VariablesOf = (definition: WorkDataFound, names: readonly string[]) => Promise<JsonSchema>

/** Creates and starts either all jobs of a sweep or none. Returns the id of the sweep. */
export async function createSweep(
  tx: Tx,
  deps: Pick<Deps, 'newId'> & { startExecution: StartExecution; variablesOf: VariablesOf },
  actor: Actor,
  input: SweepSetup,
): Promise<string> {
  const id = input.SweepId ?? deps.newId()
  const step = await selectableStep(tx, actor, idFromHref(input.ProcessingStepUrl, 'ProcessingStep'))
  const isWorkflow = step.executor === 'engine'
  const definition = isWorkflow ? definitionOf(input) : undefined
  const files = await lockWorkData(tx, actor.ownerId, [...sweptFiles(input), ...(definition ? [definition] : [])])
  const workflow = definition && files.get(definition)
  const cells = cellsOf(input, id, {
    schema: workflow ? await deps.variablesOf(workflow, sweptNames(input)) : prepareSchema(step.parameterSchema ?? {}),
    fileNames: new Map([...files].map(([file, { name }]) => [file, name])),
  })
  const reuse = { reuses: true, verifies: false, cells: cells.map((cell) => cell.Parameters) }
  const faults: Fault[] = []
  for (const [index, setUp] of cells.entries()) {
    await createSetUp(tx, actor, deps.newId(), { ...setUp, start: true })
      .catch((error) => preparedTogether(tx, actor, { cells, error }))
      .then((row) => startReady(tx, deps.startExecution, row, reuse))
      .catch((error) => faults.push(...faultsOfCell(error, index, { sweep: input, isWorkflow })))
  }
  if (faults.length > 0) throw refusedSweep(faults)
  return id
}

/**
 * If `error` is a `NeedsPreparation` for one cell, throws one for all cells, so that the transaction is restarted only
 * once. Otherwise rethrows `error`.
 */
async function preparedTogether(
  tx: Tx,
  actor: Actor,
  { cells, error }: { cells: readonly RapidSetup[]; error: unknown },
): Promise<never> {
  const [first] = cells
  if (!(error instanceof NeedsPreparation && first)) throw error
  const stepId = idFromHref(first.ProcessingStepUrl, 'ProcessingStep')
  const parameters = cells.map((cell) => cell.Parameters)
  throw (await preparationFor(tx, actor, { stepId, parameters })) ?? error
}
