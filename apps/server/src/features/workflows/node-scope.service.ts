import type { Tx } from '@millrace/db/act'
import { lockWorkData } from '#features/work-data/lock-work-data.service.ts'
import { idFromHref } from '#links.ts'
import type { Found } from './conditions.rules.ts'
import type { NodeFile, NodeScope } from './node-runs.rules.ts'
import * as values from './node-values.store.ts'
import type { NodeNeeds, WorkflowPlan } from './workflow-plan.ts'

/** Maximum size of the results that one round of expansion reads, far above the limit for the parameters of one job. */
const RESULT_BYTES_MAX = 50_000_000

type SlotIndex = (node: number, slot: string) => number

/** Reads everything that the nodes refer to. The number of statements does not depend on the number of nodes. */
export async function scopeOf(
  tx: Tx,
  plan: WorkflowPlan,
  nodes: number[],
  { slotIndex }: { slotIndex: SlotIndex },
): Promise<NodeScope> {
  const needs = nodes.map(plan.needsOf)
  const { execution, definition, indexOf } = plan
  const [files, results, workData] = await Promise.all([
    filesOf(tx, execution.jobId, needs),
    resultsOf(tx, plan, needs),
    workDataByUrl(tx, execution.ownerId, needs),
  ])
  return {
    definition,
    variables: execution.variables,
    files: (nodeId, slot) => {
      const node = indexOf(nodeId)
      return files.get(`${node} ${slotIndex(node, slot)}`) ?? files.get(`${node} ${slot}`) ?? []
    },
    result: (nodeId, pointer) => results(nodeId, pointer),
    workData: (url) => workData.get(url),
  }
}

/**
 * Returns files by node and slot. The slot is an index for outputs of a step, and a name for outputs of a nested
 * workflow.
 */
async function filesOf(tx: Tx, executionId: string, needs: NodeNeeds[]): Promise<Map<string, NodeFile[]>> {
  const nodes = new Set(needs.flatMap(({ slots }) => slots.map(({ node }) => node)))
  const workflows = new Set(needs.flatMap((need) => need.workflows))
  const [written, named] = await Promise.all([
    values.outputs(tx, executionId, [...nodes]),
    values.namedOutputs(tx, executionId, [...workflows]),
  ])
  return Map.groupBy([...written, ...named], ({ node, slot }) => `${node} ${slot}`)
}

async function resultsOf(tx: Tx, plan: WorkflowPlan, needs: NodeNeeds[]): Promise<NodeScope['result']> {
  const wanted = needs.flatMap(({ results }) => results)
  if (wanted.length === 0) return () => ({ fault: '' })
  const { jobId } = plan.execution
  const nodes = [...new Set(wanted.map(({ node }) => node))]
  const isTooMuch = (await values.bytesOfResults(tx, jobId, nodes)) > RESULT_BYTES_MAX
  const rows = isTooMuch ? [] : await values.results(tx, jobId, wanted)
  const found = Map.groupBy(rows, (row) => keyOf(wanted[row.wanted]))
  return (nodeId, pointer): Found => {
    if (isTooMuch)
      return {
        fault: 'The returned values that it uses are larger than 50 MB. Have the steps write them to files instead.',
      }
    const node = plan.indexOf(nodeId)
    const parts = found.get(keyOf({ node, pointer })) ?? []
    const distinct = parts.filter((part) => part.wanted === parts[0]?.wanted)
    if (plan.definition.nodes[node]?.forEach) return { value: distinct.map(({ value }) => value) }
    const [only] = distinct
    if (only && !only.isMissing) return { value: only.value }
    return {
      fault: pointer === '' ? `“${nodeId}” returned nothing.` : `“${nodeId}” returned no value at “${pointer}”.`,
    }
  }
}

function keyOf(wanted: { node: number; pointer: string } | undefined): string {
  return `${wanted?.node} ${wanted?.pointer}`
}

async function workDataByUrl(tx: Tx, ownerId: string, needs: NodeNeeds[]): Promise<Map<string, NodeFile>> {
  const urls = [...new Set(needs.flatMap(({ workData }) => workData))]
  if (urls.length === 0) return new Map()
  const ids = urls.map((url) => idFromHref(url, 'WorkData'))
  const rows = await lockWorkData(tx, ownerId, ids)
  return new Map(
    urls.flatMap((url, index) => {
      const row = rows.get(ids[index] ?? '')
      return row ? [[url, row] as const] : []
    }),
  )
}
