import { LIMITS } from '@millrace/contracts/limits'
import type { Tx } from '@millrace/db/act'
import type { ClaimedJob, ClaimOptions } from '@millrace/dispatch/claim'
import type { Budget } from '@millrace/parameters/budget'
import { volatileWord } from '@millrace/parameters/volatile-words'
import type { WorkflowNode } from '@millrace/workflows/definition'
import { titleOfFile } from '@millrace/workflows/file-title'
import { runsWorkflow } from '@millrace/workflows/workflow-step'
import { stepsById } from '#features/processing-steps/engine-steps.service.ts'
import * as store from './executions.store.ts'
import { fingerprintOf, type InputFile } from './fingerprint.rules.ts'
import { type NodePlan, planNode, type RunDraft, type RunStep } from './node-runs.rules.ts'
import * as runs from './node-runs.store.ts'
import { scopeOf } from './node-scope.service.ts'
import { findReusable, type ReusedRun, reuseRuns } from './reused-runs.store.ts'
import { checkedMs, isLargeCheck, runParameterChecks, runParametersBudget } from './run-parameters.rules.ts'
import type { WorkflowPlan } from './workflow-plan.ts'

/** Maximum number of runs created in one transaction. More would hold locks longer than a heartbeat may wait. */
const MAX_RUNS_PER_TRANSACTION = 1000
/**
 * Number of runs that a node's first transaction creates. It is low, so that workers start soon. Each later transaction
 * doubles the number of runs that the node has.
 */
const FIRST_RUNS = 100
const MAX_NODES_PER_TRANSACTION = 500

/** The planned changes to nodes that are Ready or Expanding. */
export interface Expansion {
  ended: store.EndedNode[]
  started: runs.ExpandedNode[]
  continued: runs.ExpandedNode[]
  created: ExpandedRun[]
  reused: ReusedRun[]
  /** True if nodes were left for the next transaction because the checks took a long time. */
  isCut: boolean
  /** How long the checks of parameters blocked the event loop, in milliseconds. */
  checkedMs: number
}

/** A run to create, with its inputs identified by content. */
export interface ExpandedRun {
  run: runs.NewRun
  files: InputFile[]
}

type Steps = ReadonlyMap<string, store.StepOfRuns>

/** Returns nodes for which runs must be created, as many as one transaction should expand. */
export const readyNodes = (tx: Tx, id: string) => store.readyNodes(tx, id, MAX_NODES_PER_TRANSACTION)

/**
 * Creates runs of nodes, up to the limits of one transaction. `isPartial` is true if there may be more to do: further
 * runs, or nodes that became Ready because others ended without new runs. `checkedMs` is the time spent on checking
 * parameters.
 */
export async function expandNodes(
  tx: Tx,
  plan: WorkflowPlan,
  ready: store.ReadyNode[],
  { newId, progress }: { newId: () => string; progress: number | undefined },
): Promise<{ isPartial: boolean; checkedMs: number }> {
  if (ready.length === 0 && progress === undefined) return { isPartial: false, checkedMs: 0 }
  const expansion = await planExpansion(tx, plan, { ready, newId, ...(ready.length === 0 && { known: [] }) })
  await applyExpansion(tx, plan.execution, expansion, { progress })
  const { ended, created, reused, isCut } = expansion
  const runCount = created.length + reused.length
  const isFull = isCut || ready.length === MAX_NODES_PER_TRANSACTION || runCount >= MAX_RUNS_PER_TRANSACTION
  const isPartial = isFull || ended.length + reused.length > 0 || leavesRuns(expansion)
  return { isPartial, checkedMs: expansion.checkedMs }
}

/** Whether nodes still need runs to be created. */
export function leavesRuns({ started, continued }: Expansion): boolean {
  return [...started, ...continued].some(({ created, runs: all }) => created < all)
}

interface NodesToExpand {
  ready: store.ReadyNode[]
  newId: () => string
  /** The steps of the `ready` nodes, if they have been read. */
  known?: store.StepOfRuns[]
  /**
   * Maximum number of runs if the transaction also does other work. With more runs, or with slow checks, the plan is
   * incomplete.
   */
  few?: number
}

/** Plans what happens to nodes. Locks the resources that the runs use, but changes nothing. */
export async function planExpansion(
  tx: Tx,
  plan: WorkflowPlan,
  { ready, newId, known, few }: NodesToExpand,
): Promise<Expansion> {
  const { execution } = plan
  let steps: Steps = new Map(known?.map((step) => [step.id, step]))
  const stepOf = (node: number) => steps.get(execution.stepIds[node] ?? '')
  const slotIndex = (node: number, slot: string) =>
    stepOf(node)?.outputSlots.findIndex(({ Name }) => Name === slot) ?? -1
  const nodes = ready.map(({ node }) => node)
  const [found, scope] = await Promise.all([
    known && !usesFiles(plan, nodes) ? steps : stepsById(tx, [...new Set(execution.stepIds)]),
    scopeOf(tx, plan, nodes, { slotIndex }),
  ])
  steps = found
  const expansion: Expansion = {
    ended: [],
    started: [],
    continued: [],
    created: [],
    reused: [],
    isCut: false,
    checkedMs: 0,
  }
  const limit = few === undefined ? MAX_RUNS_PER_TRANSACTION : few + 1
  const budget = runParametersBudget({ isBrief: few !== undefined })
  for (const [at, row] of ready.entries()) {
    if (expansion.created.length >= limit) break
    expansion.isCut = isLargeCheck(budget)
    if (expansion.isCut) break
    const step = stepOf(row.node)
    if (step && (step.isPublic || step.ownerId === execution.ownerId)) {
      const most = Math.min(limit - expansion.created.length, Math.max(FIRST_RUNS, row.created))
      const runsOfNode = planNode(nodeOf(plan, row), runStep(step, budget), scope, { from: row.created, most })
      expansion.isCut = budget.isUsedUp && (at > 0 || few !== undefined)
      if (expansion.isCut) break
      add(expansion, { plan, row, step, newId }, runsOfNode)
    } else
      expansion.ended.push({
        node: row.node,
        state: 'Failed',
        reason: 'Its processing step was deleted or is no longer public.',
      })
  }
  expansion.checkedMs = checkedMs(budget)
  return execution.reuses ? withReuse(tx, execution, expansion) : expansion
}

/**
 * Plans expansion for a transaction that also does other work. Undefined if too many runs would be created, or if the
 * plan also ends nodes, continues nodes or reuses runs.
 */
export async function planFewRuns(
  tx: Tx,
  plan: WorkflowPlan,
  nodes: NodesToExpand & { few: number },
): Promise<Expansion | undefined> {
  if (nodes.ready.length > nodes.few) return undefined
  const expansion = await planExpansion(tx, plan, nodes)
  const { ended, continued, created, reused, isCut } = expansion
  const isMore = isCut || ended.length + continued.length + reused.length > 0 || created.length > nodes.few
  return isMore ? undefined : expansion
}

/**
 * Whether the nodes use files of other nodes. If so, the steps of those other nodes are needed to find the output
 * slots.
 */
function usesFiles({ needsOf }: WorkflowPlan, nodes: number[]): boolean {
  return nodes.some((node) => needsOf(node).slots.length > 0)
}

async function withReuse(tx: Tx, execution: store.ExecutionRow, expansion: Expansion): Promise<Expansion> {
  const wanted = expansion.created.flatMap(({ run, files }, index) => {
    const { fingerprint, stepId, parameters } = run
    return fingerprint === null ? [] : [{ index, fingerprint, stepId, parameters, files }]
  })
  const found = await findReusable(tx, execution, wanted)
  const reused = new Map([...found].map(([place, job]) => [wanted[place]?.index, job]))
  return {
    ...expansion,
    created: expansion.created.filter((_run, index) => !reused.has(index)),
    reused: expansion.created.flatMap(({ run: { node, item } }, index) => {
      const job = reused.get(index)
      return job ? [{ node, item, ...job }] : []
    }),
  }
}

function nodeOf({ definition }: WorkflowPlan, { node }: store.ReadyNode): WorkflowNode {
  const found = definition.nodes[node]
  if (!found) throw new Error(`Node ${node} is not in the definition.`)
  return found
}

function runStep({ parameterSchema, defaultParameters, inputSlots }: store.StepOfRuns, budget: Budget): RunStep {
  const check = runParameterChecks(parameterSchema, budget)
  return { inputSlots, parameterFault: (parameters) => check({ ...defaultParameters, ...parameters }) }
}

interface Expanded {
  plan: WorkflowPlan
  row: store.ReadyNode
  step: store.StepOfRuns
  newId: () => string
}

function add(expansion: Expansion, expanded: Expanded, plan: NodePlan): void {
  const { row } = expanded
  const { node, created } = row
  if ('state' in plan) {
    expansion.ended.push({ node, ...plan })
    return
  }
  const { count, runs: drafts, reason } = plan
  if (row.runs !== null && row.runs !== count) {
    const changed = `Its items changed while its runs were being created: there were ${row.runs}, and now there are ${count}.`
    expansion.ended.push({ node, state: 'Failed', reason: changed })
    return
  }
  expansion.created.push(...drafts.map((draft) => newRun(expanded, draft)))
  const list = row.state === 'Ready' ? expansion.started : expansion.continued
  list.push({ node, runs: count, created: created + drafts.length, reason })
}

function newRun({ plan, row, step, newId }: Expanded, { item, files, itemName, ...draft }: RunDraft): ExpandedRun {
  const node = nodeOf(plan, row)
  const parameters = { ...step.defaultParameters, ...draft.parameters }
  const canBeReused =
    step.deterministic && !draft.error && !draft.missing && !volatileWord(step.parameterSchema, parameters)
  const run = {
    ...draft,
    id: newId(),
    name: runName(node, { item, files, itemName }),
    node: row.node,
    item,
    try: 1,
    stepId: step.id,
    executor: step.executor,
    parameters,
    maxSeconds: node.timeoutSeconds ?? null,
    fingerprint: canBeReused ? fingerprintOf({ stepId: step.id, parameters, files }) : null,
  }
  return { run, files }
}

function runName(node: WorkflowNode, { item, files, itemName }: Pick<RunDraft, 'item' | 'files' | 'itemName'>): string {
  const isWorkflow = runsWorkflow(node)
  const [definition] = isWorkflow ? files : []
  const title = node.title ?? (definition && titleOfFile(definition[3])) ?? node.id
  if (!node.forEach) return title
  const name = isWorkflow && itemName !== undefined ? `${title} – ${itemName}` : `${title} ${item + 1}`
  return name.slice(0, LIMITS.jobNameMax)
}

/**
 * Applies planned changes. The statements are sent in this order, without waiting for replies in between. A single run
 * may be leased to the `taker` instead of being queued. Returns the leased run, if any.
 */
export async function applyExpansion(
  tx: Tx,
  { jobId: executionId, ownerId }: Pick<store.ExecutionRow, 'jobId' | 'ownerId'>,
  { ended, started, continued, created, reused }: Expansion,
  { progress, taker }: { progress?: number | undefined; taker?: ClaimOptions | undefined },
): Promise<ClaimedJob | undefined> {
  if (progress !== undefined) tx.progressed({ jobId: executionId, ownerId, value: progress })
  const [leased] = await Promise.all([
    runs.createRuns(tx, { executionId, ownerId }, { runs: created.map(({ run }) => run), started, progress, taker }),
    runs.continueNodes(tx, executionId, continued),
    runs.giveReasons(tx, executionId, started),
    reuseRuns(tx, { executionId, ownerId }, reused),
    store.endNodes(tx, executionId, ended),
  ])
  return leased
}
