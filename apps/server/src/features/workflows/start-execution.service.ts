import type { Fault } from '@millrace/contracts/problems'
import { NeedsPreparation, type Tx } from '@millrace/db/act'
import { ownValue, partsOf } from '@millrace/parameters/pointer'
import type { BoundVariables } from '@millrace/workflows/bind-variables'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { edgesOf } from '@millrace/workflows/edges'
import { type Reference, referencesOf } from '@millrace/workflows/references'
import type { StepVersion } from '@millrace/workflows/steps'
import { variableUses } from '@millrace/workflows/variable-uses'
import { linkedWorkflow } from '@millrace/workflows/workflow-step'
import type { Deps } from '#deps.ts'
import { inputsOf } from '#features/jobs/data-missing.service.ts'
import { type RunnableStep, runnableSteps } from '#features/processing-steps/engine-steps.service.ts'
import { lockWorkData } from '#features/work-data/lock-work-data.service.ts'
import { preparationOf } from '#limiter/preparation-of.ts'
import { workDataIdOf } from '#links.ts'
import { Problem } from '#problem.ts'
import { type NamedFile, typeFaults } from './bound-files.rules.ts'
import { readDefinition } from './definition-file.service.ts'
import { workDataOf } from './execution-inputs.rules.ts'
import * as store from './executions.store.ts'
import { createFirstRuns, type FirstRuns, NO_FIRST_RUNS } from './first-runs.service.ts'
import { linkedWorkflows } from './linked-workflows.service.ts'
import { asVersion } from './step-versions.ts'
import { checkedUses, FAULTS_MAX } from './workflow-checks.rules.ts'
import { type WorkflowChecks, workflowChecks } from './workflow-checks.service.ts'

const DEPTH_MAX = 5

const NOT_FOUND = 'Work data not found. If it was deleted, choose other work data.'
const WORKFLOW_NOT_FOUND = 'The workflow that it runs was not found. If it was deleted, choose another one.'

export type StartExecution = ReturnType<typeof executionStarts>

/** How a new execution relates to earlier ones. */
export interface ExecutionOrigin {
  /** The execution that is continued or verified. Omitted for a nested workflow that only reuses runs. */
  execution?: store.ExecutionRow
  reuses: boolean
  verifies: boolean
  /** The definition to run. By default, the content of the job’s input. */
  document?: unknown
  /** The steps to run. By default, the newest versions that the definition allows. */
  stepIds?: readonly string[]
  /** The variables of all workflows started in the transaction, including this one. */
  cells?: readonly unknown[]
}

/**
 * Starts workflows. Checks the definition and variables against the current steps and files, and reports all errors
 * together. Stores what was checked, so later changes to steps or files do not affect the execution.
 */
export function executionStarts({ storage, reach, lanes, newId }: Pick<Deps, 'storage' | 'reach' | 'lanes' | 'newId'>) {
  const check = workflowChecks({ lanes })

  return async (tx: Tx, job: store.JobRow, origin?: ExecutionOrigin): Promise<FirstRuns> => {
    // These statements are sent without waiting for replies in between.
    const [isSuspended, [input], parentDepth] = await Promise.all([
      store.isSuspended(tx, job),
      inputsOf(tx, job.id),
      job.parentId === null ? -1 : store.depthOf(tx, job.parentId),
    ])
    if (isSuspended) throw suspendedStep()
    const depth = parentDepth + 1
    if (depth > DEPTH_MAX)
      throw refusal([{ pointer: '', message: `Workflows can be nested up to ${DEPTH_MAX} levels deep.` }])
    const document = origin?.document ?? (input && (await readDefinition(storage, input)))
    if (document === undefined) throw new Error(`Job ${job.id} is ready without a definition.`)
    const given = origin?.execution ? continuedVariables(origin.execution, job, document) : (job.parameters ?? {})
    const { definition, variables, stepIds, titles, steps } = await checkStart(
      tx,
      { ...job, parameters: given },
      { document, storage, check, cells: origin?.cells ?? [given], only: origin?.stepIds },
    )
    const row = {
      jobId: job.id,
      ownerId: job.ownerId,
      definitionId: input?.id ?? origin?.execution?.definitionId ?? '',
      definitionSha256: input?.sha256 ?? origin?.execution?.definitionSha256 ?? '',
      definition,
      variables,
      stepIds,
      depth,
      originId: origin?.execution?.jobId ?? null,
      reuses: origin?.reuses ?? false,
      verifies: origin?.verifies ?? false,
    }
    // The statements that write the workflow are sent without waiting for their replies, and the commit is sent right
    // after the last of them. Only planning the first runs waits for replies.
    const ready = insertGraph(tx, row, { definition, titles })
    tx.commitAfter(store.begin(tx, job.id))
    const first = origin ? NO_FIRST_RUNS : await createFirstRuns(tx, { row, ready, steps }, { newId, reach })
    if (!first.isAll) tx.commitAfter(store.enqueueExecution(tx, job.id))
    tx.changed({ type: 'Job', event: 'Changed', id: job.id, ownerId: job.ownerId })
    await reach('workflow.expand_dag')
    return first
  }
}

function continuedVariables(
  { variables }: store.ExecutionRow,
  job: store.JobRow,
  document: unknown,
): Record<string, unknown> {
  const declared = Object((document as { variables?: unknown } | null)?.variables) as object
  const kept = Object.entries(variables).filter(([name]) => Object.hasOwn(declared, name))
  return { ...Object.fromEntries(kept), ...job.parameters }
}

function suspendedStep(): Problem {
  return new Problem(
    'action-not-offered',
    'Workflows can’t start while the step that runs them is suspended. Ask an administrator to resume it.',
  )
}

function insertGraph(
  tx: Tx,
  row: store.ExecutionRow,
  { definition, titles }: Pick<Checked, 'definition' | 'titles'>,
): store.ReadyNode[] {
  const edges = edgesOf(definition)
  const waiting = definition.nodes.map(() => 0)
  for (const { to } of edges) waiting[to] = (waiting[to] ?? 0) + 1
  const nodes = definition.nodes.map(({ id, retries, onFailure }, index) => ({
    nodeId: id,
    title: titles[index] ?? id,
    remaining: waiting[index] ?? 0,
    retries: retries ?? 0,
    stops: onFailure !== 'continue',
  }))
  tx.commitAfter(store.insert(tx, row, nodes, edges))
  return nodes.flatMap(({ nodeId, remaining }, node) =>
    remaining > 0 ? [] : [{ node, nodeId, state: 'Ready' as const, runs: null, created: 0 }],
  )
}

interface Checked {
  definition: WorkflowDefinition
  variables: Record<string, unknown>
  stepIds: string[]
  titles: string[]
  steps: RunnableStep[]
}

async function checkStart(
  tx: Tx,
  job: store.JobRow,
  {
    document,
    storage,
    check,
    cells,
    only,
  }: {
    document: unknown
    storage: Deps['storage']
    check: WorkflowChecks
    cells: readonly unknown[]
    only: readonly string[] | undefined
  },
): Promise<Checked> {
  const names = stepNames(document)
  const [runnable, workflows] = await Promise.all([
    runnableSteps(tx, job.ownerId, names),
    linkedWorkflows(tx, { storage, ownerId: job.ownerId }, document),
  ])
  const versions = only ? runnable.filter(({ id }) => only.includes(id)) : runnable
  const question = { document, versions: versions.map(asVersion), workflows }
  const { definition, stepIds, faults } = check.definition(job.createdBy, question)
  const suspended = suspensionFaults(stepIds, versions)
  if (!definition || faults.some(preventsMore)) throw refusal([...faults, ...suspended])
  const byId = new Map(question.versions.map((version) => [version.id, version]))
  const steps = new Map(
    definition.nodes.flatMap(({ id }, index) => {
      const step = byId.get(stepIds[index] ?? '')
      return step ? [[id, step] as const] : []
    }),
  )
  const titles = titlesOf(definition, { stepIds, versions, workflows })
  const uses = checkedUses(
    variableUses(
      definition,
      (index) => byId.get(stepIds[index] ?? ''),
      (index) => titles[index] ?? '',
    ),
    cells.length,
  )
  const shared = { variables: definition.variables, uses, among: cells.length }
  const bound = await bindOrPrepareAll(job.parameters ?? {}, cells, check.values(job.createdBy, shared))
  const links = await linkFaults(tx, job.ownerId, { definition, steps }, bound.values)
  const all = [...faults, ...suspended, ...combineFaults(bound.faults, links)]
  if (all.length > 0) throw refusal(all, titles)
  return { definition, variables: bound.values, stepIds, titles, steps: versions }
}

/**
 * Whether an error prevents the values from being checked. For example, the definition is too large, or the schema of a
 * variable is invalid.
 */
function preventsMore({ pointer }: Fault): boolean {
  return pointer === '' || pointer === '/nodes' || pointer.startsWith('/variables')
}

/** Returns the faults of values, and the faults of links in values that have no other fault. */
function combineFaults(values: readonly Fault[], links: readonly Fault[]): Fault[] {
  const isFaulty = (pointer: string) => values.some((fault) => `${fault.pointer}/`.startsWith(`${pointer}/`))
  return [...values, ...links.filter(({ pointer }) => !isFaulty(pointer))]
}

/**
 * Returns the values of one workflow. If checking them needs a thread, throws a `NeedsPreparation` for the values of
 * all workflows started together, because most of those need the thread too.
 */
async function bindOrPrepareAll(
  given: Record<string, unknown>,
  cells: readonly unknown[],
  bind: (given: Record<string, unknown>) => BoundVariables,
): Promise<BoundVariables> {
  try {
    return bind(given)
  } catch (error) {
    if (!(error instanceof NeedsPreparation)) throw error
    const all = cells.map((cell) => (cell ?? {}) as Record<string, unknown>)
    throw (await preparationOf(all, bind, JSON.stringify)) ?? error
  }
}

interface KnownTitles {
  stepIds: string[]
  versions: readonly RunnableStep[]
  workflows: Awaited<ReturnType<typeof linkedWorkflows>>
}

function titlesOf({ nodes }: WorkflowDefinition, { stepIds, versions, workflows }: KnownTitles): string[] {
  const stepTitles = new Map(versions.map((step) => [step.id, step.title]))
  const titles = nodes.map((node, index) => {
    const workflow = ownValue(workflows, linkedWorkflow(node) ?? '')
    return node.title ?? workflow?.title ?? stepTitles.get(stepIds[index] ?? '') ?? node.id
  })
  const uses = Map.groupBy(titles, (title) => title)
  return titles.map((title, index) => (uses.get(title)?.length === 1 ? title : `${title} (${nodes[index]?.id})`))
}

/** Returns an error for each node with a suspended step, because the workflow would wait for the step indefinitely. */
function suspensionFaults(stepIds: string[], versions: readonly RunnableStep[]): Fault[] {
  const suspended = new Map(versions.filter(isSuspended).map((step) => [step.id, step]))
  return stepIds.flatMap((id, index) => {
    const step = suspended.get(id)
    if (!step) return []
    const name = `“${step.functionName}” ${step.version}`
    const message = `The processing step ${name} is suspended. Choose another one, or ask its owner to resume it.`
    return [{ pointer: `/nodes/${index}/step/function`, message }]
  })
}

function isSuspended({ deploymentState }: RunnableStep): boolean {
  return deploymentState === 'ExternalSuspended'
}

/** Returns the names of the steps that a document runs. The document need not be a valid definition. */
function stepNames(document: unknown): string[] {
  const { nodes } = (document ?? {}) as { nodes?: unknown }
  const names = (Array.isArray(nodes) ? nodes : []).map(
    (node) => (node as { step?: { function?: unknown } } | null)?.step?.function,
  )
  return [...new Set(names.filter((name): name is string => typeof name === 'string'))]
}

/**
 * Returns errors for links to work data that does not exist, belongs to another owner, or does not fit its slot. The
 * first two cases have the same message, so that the message does not reveal other owners' work data.
 */
async function linkFaults(
  tx: Tx,
  ownerId: string,
  { definition, steps }: { definition: WorkflowDefinition; steps: ReadonlyMap<string, StepVersion> },
  variables: Record<string, unknown>,
): Promise<Fault[]> {
  const links = [
    ...Object.keys(definition.variables ?? {}).flatMap((name) =>
      workDataOf(definition, variables, name).map((url) => ({
        pointer: `/variables/${name}`,
        url,
        variable: name,
        isWorkflow: false,
      })),
    ),
    ...referencesOf(definition).flatMap((reference) => linkOf(definition, reference)),
  ]
  const ids = links.map(({ url }) => workDataIdOf(url))
  const found = await lockWorkData(tx, ownerId, [...new Set(ids.filter((id) => id !== undefined))])
  const files: NamedFile[] = []
  const faults = links.flatMap(({ pointer, url, variable, isWorkflow }, index) => {
    const id = ids[index]
    if (id === undefined)
      return [{ pointer, message: `${url.slice(0, 200)} is not the URL of work data on this server.` }]
    const file = found.get(id)
    if (!file) return [{ pointer, message: isWorkflow ? WORKFLOW_NOT_FOUND : NOT_FOUND }]
    files.push({ pointer, name: file.name, mediaType: file.mediaType, variable })
    return []
  })
  return [...faults, ...typeFaults(definition, steps, files)]
}

function linkOf({ nodes }: WorkflowDefinition, { pointer, from, to }: Reference) {
  if (to.kind !== 'workData') return []
  const node = from === undefined ? undefined : nodes[from]
  const isWorkflow = node !== undefined && linkedWorkflow(node) === to.url
  return [{ pointer: `${pointer}/workData`, url: to.url, variable: undefined, isWorkflow }]
}

function refusal(all: Fault[], titles: readonly string[] = []): Problem {
  const faults = all.slice(0, FAULTS_MAX)
  const [first] = faults
  const [group, index] = partsOf(first?.pointer ?? '')
  const title = group === 'nodes' ? titles[Number(index)] : undefined
  const step = title === undefined ? '' : `Step “${title}”: `
  const where = title === undefined && first && first.pointer !== '' ? ` (${first.pointer})` : ''
  const others = all.length - 1
  const more = others > 0 ? ` There ${others === 1 ? 'is 1 more problem' : `are ${others} more problems`}.` : ''
  return new Problem('invalid-parameters', `The workflow can’t start. ${step}${first?.message ?? ''}${where}${more}`, {
    faults,
  })
}
