import type { Tx } from '@millrace/db/act'
import type { ClaimedJob, ClaimOptions } from '@millrace/dispatch/claim'
import type { Budget } from '@millrace/parameters/budget'
import { volatileWord } from '@millrace/parameters/volatile-words'
import type { WorkflowNode } from '@millrace/workflows/definition'
import { type NamedVersion, stepsById } from '#features/processing-steps/engine-steps.service.ts'
import * as store from './executions.store.ts'
import { fingerprintOf, type InputFile } from './fingerprint.rules.ts'
import { type NodePlan, planNode, type RunDraft, type RunStep } from './node-runs.rules.ts'
import * as runs from './node-runs.store.ts'
import { scopeOf } from './node-scope.service.ts'
import { findReusable, type ReusedRun, reuseRuns } from './reused-runs.store.ts'
import { checkedMs, isLargeCheck, runParameterChecks, runParametersBudget } from './run-parameters.rules.ts'
import type { WorkflowPlan } from './workflow-plan.ts'

/** How much one transaction does. Larger ones would hold locks for longer than a heartbeat may wait. */
const RUNS_AT_ONCE = 1000
export const NODES_AT_ONCE = 500

/** What happens to Ready nodes. */
export interface Expansion {
  ended: store.EndedNode[]
  started: runs.ExpandedNode[]
  continued: runs.ExpandedNode[]
  created: ExpandedRun[]
  reused: ReusedRun[]
  /** Whether nodes were left for the next transaction. */
  isCut: boolean
  /** For how long the checks of parameters kept everything else waiting. */
  checkedMs: number
}

/** A run to create, with its inputs by content. */
export interface ExpandedRun {
  run: runs.NewRun
  files: InputFile[]
}

type Steps = ReadonlyMap<string, NamedVersion>

/** The steps of an execution that still exist. */
export const stepsOf = (tx: Tx, { execution }: WorkflowPlan): Promise<Steps> =>
  stepsById(tx, [...new Set(execution.stepIds)])

/** Nodes whose runs have to be created, as many as one transaction should expand. */
export const readyNodes = (tx: Tx, id: string) => store.readyNodes(tx, id, NODES_AT_ONCE)

/**
 * Creates the runs of nodes, as many as one transaction should. Says whether there may be more to do: runs that were not
 * created yet, or nodes that became Ready because others ended without new runs.
 */
export async function expandNodes(
  tx: Tx,
  plan: WorkflowPlan,
  ready: store.ReadyNode[],
  newId: () => string,
): Promise<{ isPartial: boolean; checkedMs: number }> {
  if (ready.length === 0) return { isPartial: false, checkedMs: 0 }
  const expansion = await planExpansion(tx, plan, { ready, newId, steps: stepsOf(tx, plan) })
  await applyExpansion(tx, plan.execution, expansion)
  const { ended, created, reused, isCut } = expansion
  const runCount = created.length + reused.length
  const isFull = isCut || ready.length === NODES_AT_ONCE || runCount >= RUNS_AT_ONCE
  return { isPartial: isFull || ended.length + reused.length > 0, checkedMs: expansion.checkedMs }
}

/** Decides what happens to nodes. Locks what the runs use, but changes nothing. */
export async function planExpansion(
  tx: Tx,
  plan: WorkflowPlan,
  { ready, newId, ...given }: { ready: store.ReadyNode[]; newId: () => string; steps: Steps | Promise<Steps> },
): Promise<Expansion> {
  const { execution } = plan
  let steps: Steps = new Map()
  const stepOf = (node: number) => steps.get(execution.stepIds[node] ?? '')
  const slotIndex = (node: number, slot: string) =>
    stepOf(node)?.outputSlots.findIndex(({ Name }) => Name === slot) ?? -1
  const nodes = ready.map(({ node }) => node)
  const [found, scope] = await Promise.all([given.steps, scopeOf(tx, plan, nodes, { slotIndex })])
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
  const budget = runParametersBudget()
  for (const [at, row] of ready.entries()) {
    if (expansion.created.length >= RUNS_AT_ONCE) break
    expansion.isCut = isLargeCheck(budget)
    if (expansion.isCut) break
    const step = stepOf(row.node)
    if (step && (step.isPublic || step.ownerId === execution.ownerId)) {
      const runsOfNode = planNode(nodeOf(plan, row), runStep(step, budget), scope)
      expansion.isCut = budget.isUsedUp && at > 0
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

/** Replaces runs that equal a finished one. */
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

function runStep({ parameterSchema, defaultParameters, inputSlots }: NamedVersion, budget: Budget): RunStep {
  const check = runParameterChecks(parameterSchema, budget)
  return { inputSlots, parameterFault: (parameters) => check({ ...defaultParameters, ...parameters }) }
}

interface Expanded {
  plan: WorkflowPlan
  row: store.ReadyNode
  step: NamedVersion
  newId: () => string
}

function add(expansion: Expansion, expanded: Expanded, plan: NodePlan): void {
  const { row } = expanded
  const { node, created } = row
  if ('state' in plan) {
    expansion.ended.push({ node, ...plan })
    return
  }
  const count = plan.runs.length
  if (row.runs !== null && row.runs !== count) {
    const reason = `Its items changed while its runs were being created: there were ${row.runs}, and now there are ${count}.`
    expansion.ended.push({ node, state: 'Failed', reason })
    return
  }
  const drafts = plan.runs.slice(created, created + RUNS_AT_ONCE - expansion.created.length)
  expansion.created.push(...drafts.map((draft) => newRun(expanded, draft)))
  const list = row.state === 'Ready' ? expansion.started : expansion.continued
  list.push({ node, runs: count, created: created + drafts.length })
}

function newRun({ plan, row, step, newId }: Expanded, { item, files, ...draft }: RunDraft): ExpandedRun {
  const node = plan.definition.nodes[row.node]
  const title = node?.title ?? row.nodeId
  const parameters = { ...step.defaultParameters, ...draft.parameters }
  const canBeReused =
    step.deterministic && !draft.error && !draft.missing && !volatileWord(step.parameterSchema, parameters)
  const run = {
    ...draft,
    id: newId(),
    name: node?.forEach ? `${title} ${item + 1}` : title,
    node: row.node,
    item,
    try: 1,
    stepId: step.id,
    executor: step.executor,
    parameters,
    maxSeconds: node?.timeoutSeconds ?? null,
    fingerprint: canBeReused ? fingerprintOf({ stepId: step.id, parameters, files }) : null,
  }
  return { run, files }
}

/**
 * Sends the statements in this order without waiting for replies. A single run may be leased to the `taker`, which
 * receives the result.
 */
export async function applyExpansion(
  tx: Tx,
  { jobId: executionId, ownerId }: Pick<store.ExecutionRow, 'jobId' | 'ownerId'>,
  { ended, started, continued, created, reused }: Expansion,
  taker?: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  const newRuns = created.map(({ run }) => run)
  const [, handed] = await Promise.all([
    runs.startNodes(tx, executionId, started),
    runs.createRuns(tx, { executionId, ownerId }, newRuns, taker),
    runs.continueNodes(tx, executionId, continued),
    reuseRuns(tx, { executionId, ownerId }, reused),
    store.endNodes(tx, executionId, ended),
  ])
  return handed
}
