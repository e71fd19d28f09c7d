import type { NodeDecision } from '@millrace/contracts/executions'
import type { Tx } from '@millrace/db/act'
import type { WorkflowDefinition, WorkflowNode } from '@millrace/workflows/definition'
import { referencesOfNode } from '@millrace/workflows/references'
import { type NamedVersion, stepsById } from '#features/processing-steps/engine-steps.service.ts'
import * as store from './continuation.store.ts'
import {
  type EarlierRun,
  type ItemUses,
  parameterChanges,
  whyItRuns,
  whyNotComparable,
  whyVolatile,
} from './continuation-reasons.rules.ts'
import * as executions from './executions.store.ts'
import { applyExpansion, type ExpandedRun, planExpansion, readyNodes } from './expansion.service.ts'
import type { ReusedRun } from './reused-runs.store.ts'
import { type WorkflowPlan, workflowPlan } from './workflow-plan.ts'

/*
 * Previews which results a continued execution would reuse. The preview decides exactly as the engine does, because it
 * runs the engine's own expansion in a transaction that is rolled back. It skips only the creation of jobs.
 *
 * If all runs of a node are reused, the node completes, so its successors become Ready and are expanded as well. A node
 * that waits for another node without using its results is expanded too, because everything that the waiting node uses
 * is known. A node that uses results of a node that will run stays Waiting. Whether its runs can be reused is known
 * only while the workflow runs.
 */

/** Maximum number of rounds of expansion. Nodes that need more rounds are decided while the workflow runs. */
const ROUNDS_MAX = 300

/** What a continued execution would do with a node, and the reason. */
export interface NodePreview {
  nodeId: string
  title: string
  decision: NodeDecision
  reason: string
  runs: number | null
  reusedRuns: number
  /** The execution that created the first of the reused runs. */
  reusedFrom: string | null
}

/** Expands an execution that was started in this transaction, and returns what will happen to each node. */
export async function previewNodes(
  tx: Tx,
  { executionId, originId, newId }: { executionId: string; originId: string; newId: () => string },
): Promise<NodePreview[]> {
  const execution = await executions.find(tx, executionId)
  if (!execution) throw new Error(`Execution ${executionId} was not started.`)
  const plan = workflowPlan(execution)
  const expanded = await expandWithoutJobs(tx, plan, newId)
  const rows = await executions.nodes(tx, executionId)
  const wanted = rows.map(({ node, nodeId }) => ({ nodeId, item: expanded.created.get(node)?.run.item ?? 0 }))
  const earlier = await store.earlierRuns(tx, originId, wanted)
  const names = await store.namesOfJobs(tx, [...new Set([...expanded.reused.values()].map((run) => run.reusedFrom))])
  const steps = await stepsById(tx, [...new Set(execution.stepIds)])
  const states = new Map(rows.map((row) => [row.nodeId, row]))
  const removed = removedSteps(await executions.find(tx, originId), states)
  return rows.map((row) => {
    const reused = expanded.reused.get(row.node)
    const facts: NodeFacts = {
      ...{ plan, row, states, earlier: earlier.get(row.node) },
      isRenamed: !earlier.has(row.node) && removed.has(execution.stepIds[row.node] ?? ''),
      created: expanded.created.get(row.node),
      step: steps.get(execution.stepIds[row.node] ?? ''),
      reusedFromName: reused && (names.get(reused.reusedFrom) ?? ''),
    }
    const { nodeId, title, runs, completed: reusedRuns } = row
    return { nodeId, title, runs, reusedRuns, reusedFrom: reused?.reusedFrom ?? null, ...decide(facts) }
  })
}

/** Returns the ids of the steps that an earlier execution ran in nodes that the current definition no longer has. */
function removedSteps(origin: executions.ExecutionRow | undefined, now: ReadonlyMap<string, unknown>): Set<string> {
  const { nodes = [] } = (origin?.definition ?? {}) as Partial<WorkflowDefinition>
  return new Set(nodes.flatMap(({ id }, index) => (now.has(id) ? [] : (origin?.stepIds[index] ?? []))))
}

/** The first new run and the first reused run of each node. */
interface Expanded {
  created: Map<number, ExpandedRun>
  reused: Map<number, ReusedRun>
}

async function expandWithoutJobs(tx: Tx, plan: WorkflowPlan, newId: () => string): Promise<Expanded> {
  const expanded: Expanded = { created: new Map(), reused: new Map() }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const next = await readyNodes(tx, plan.execution.jobId)
    if (next.length === 0 && (await skipNodes(tx, plan.execution.jobId))) continue
    const ready = next.length > 0 ? next : await waitingInOrderOnly(tx, plan, expanded)
    if (ready.length === 0) break
    const expansion = await planExpansion(tx, plan, { ready, newId })
    for (const one of expansion.created) addFirst(expanded.created, one.run.node, one)
    for (const one of expansion.reused) addFirst(expanded.reused, one.node, one)
    await applyExpansion(tx, plan.execution, { ...expansion, created: [] }, {})
  }
  return expanded
}

function addFirst<One>(found: Map<number, One>, node: number, one: One): void {
  if (!found.has(node)) found.set(node, one)
}

/** Ends waiting nodes that will be skipped whatever other nodes do. Returns whether any were ended. */
async function skipNodes(tx: Tx, executionId: string): Promise<boolean> {
  const waiting = (await executions.nodes(tx, executionId)).filter(({ state }) => state === 'Waiting')
  const skipped = waiting.filter(({ reason }) => reason !== null)
  await executions.endNodes(
    tx,
    executionId,
    skipped.map(({ node, reason }) => ({ node, state: 'Skipped', reason })),
  )
  return skipped.length > 0
}

/**
 * Returns the nodes that wait for other nodes to end but use none of their results. Excludes nodes with a predecessor
 * that fails to start.
 */
async function waitingInOrderOnly(tx: Tx, { definition, execution }: WorkflowPlan, { created }: Expanded) {
  const rows = await executions.nodes(tx, execution.jobId)
  const byId = new Map(rows.map((row) => [row.nodeId, row]))
  const waiting = rows.filter((row) => {
    const node = definition.nodes[row.node]
    if (row.state !== 'Waiting' || !node) return false
    return referencesOfNode(node, row.node).every(({ to }) => {
      const other = to.kind === 'node' ? byId.get(to.id) : undefined
      if (to.kind !== 'node' || !other || other.endedAt !== null) return true
      return to.isOrderOnly && !created.get(other.node)?.run.error
    })
  })
  return waiting.map((row) => ({ ...row, state: 'Ready' as const }))
}

interface NodeFacts {
  plan: WorkflowPlan
  row: executions.ExecutionNodeRow
  states: Map<string, executions.ExecutionNodeRow>
  created: ExpandedRun | undefined
  earlier: EarlierRun | undefined
  step: NamedVersion | undefined
  reusedFromName: string | undefined
  /** Whether the node may have had another id in the earlier execution. */
  isRenamed: boolean
}

interface Decided {
  decision: NodeDecision
  reason: string
}

function decide(facts: NodeFacts): Decided {
  const { plan, row, created, step, earlier, reusedFromName } = facts
  if (row.state === 'Failed') return { decision: 'Fails', reason: row.reason ?? 'It can’t run.' }
  if (created?.run.error) return { decision: 'Fails', reason: created.run.error }
  if (row.state === 'Skipped') return { decision: 'Skipped', reason: row.reason ?? 'It is skipped.' }
  if (!plan.execution.reuses) return { decision: 'Runs', reason: 'Finished results are not reused.' }
  if (created && step) {
    const { run, files } = created
    const items = itemUses(plan.definition.nodes[row.node])
    return { decision: 'Runs', reason: whyItRuns({ ...run, files }, step, earlier, items) }
  }
  if (row.state === 'Completed') {
    if (reusedFromName === undefined) return { decision: 'Reused', reason: 'It has nothing to run.' }
    return { decision: 'Reused', reason: `Same step version, parameters and inputs as in “${reusedFromName}”.` }
  }
  return whileWaiting(facts)
}

function itemUses(node: WorkflowNode | undefined): ItemUses | undefined {
  if (!node?.forEach) return undefined
  const parameters = Object.entries(node.parameters ?? {}).filter(([, bound]) => bound.item !== undefined)
  const inputs = Object.entries(node.inputs ?? {}).filter(([, sources]) =>
    sources.some(({ item }) => item !== undefined),
  )
  return { parameters: new Set(parameters.map(([name]) => name)), slots: new Set(inputs.map(([name]) => name)) }
}

function whileWaiting(facts: NodeFacts): Decided {
  const { plan, row, states, earlier, step, isRenamed } = facts
  const certain = step && (isRenamed && step.deterministic ? undefined : whyNotComparable(step, earlier))
  if (certain !== undefined) return { decision: 'Runs', reason: certain }
  const values = expectedParameters(facts)
  const volatile = step && whyVolatile(step, values)
  if (volatile !== undefined) return { decision: 'Runs', reason: volatile }
  const [change] = earlier ? parameterChanges(earlier.parameters, values) : []
  if (change !== undefined) return { decision: 'Runs', reason: `${change.charAt(0).toUpperCase()}${change.slice(1)}.` }
  const node = plan.definition.nodes[row.node]
  const uses = node ? referencesOfNode(node, row.node).map(({ to }) => to) : []
  const others = uses.flatMap((to) => (to.kind === 'node' && !to.isOrderOnly ? [states.get(to.id)] : []))
  const first = others.find((other) => other?.endedAt === null)?.title
  const reason = `It uses results of “${first}”. If these are the same as before, it is reused; if not, it runs again.`
  return {
    decision: 'Depends',
    reason: first === undefined ? 'Whether it runs again is decided while the workflow runs.' : reason,
  }
}

/** Returns the parameters with which a node will run if the results that it uses stay the same. */
function expectedParameters({ plan, row, earlier, step }: NodeFacts): Record<string, unknown> {
  const bindings = Object.entries(plan.definition.nodes[row.node]?.parameters ?? {})
  const values = bindings.flatMap(([name, { value, variable }]): [string, unknown][] => {
    if (value !== undefined) return [[name, value]]
    if (variable !== undefined) return [[name, plan.execution.variables[variable]]]
    return earlier && Object.hasOwn(earlier.parameters, name) ? [[name, earlier.parameters[name]]] : []
  })
  return { ...step?.defaultParameters, ...Object.fromEntries(values) }
}
