import type { Tx } from '@millrace/db/act'
import { isRecord } from '@millrace/parameters/pointer'
import type { Storage } from '@millrace/storage/storage'
import { interfaceOf, linkedWorkflow, type WorkflowInterface } from '@millrace/workflows/workflow-step'
import { holdWorkData } from '#features/work-data/hold-work-data.service.ts'
import { workDataIdOf } from '#links.ts'
import { Problem } from '#problem.ts'
import { readDefinition } from './definition-file.service.ts'

/** What is read while a transaction is open. Nodes that run others are checked when they start. */
const WORKFLOWS_MAX = 20

/** The workflows that the nodes of a document run, by URL. Those that can’t be read are left out: their start says why. */
export async function linkedWorkflows(
  tx: Tx,
  { storage, ownerId }: { storage: Storage; ownerId: string },
  document: unknown,
): Promise<Record<string, WorkflowInterface>> {
  const urls = linksIn(document).slice(0, WORKFLOWS_MAX)
  if (urls.length === 0) return {}
  const ids = urls.map((url) => workDataIdOf(url))
  const files = await holdWorkData(tx, ownerId, [...new Set(ids.filter((id) => id !== undefined))])
  const read = await Promise.all(
    urls.map(async (url, index) => {
      const file = files.get(ids[index] ?? '')
      const found = file && interfaceOf(await readDefinition(storage, file).catch(undefinedIfRefused))
      return found ? [[url, found] as const] : []
    }),
  )
  return Object.fromEntries(read.flat())
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}

/** The links of a document that is not known to be a definition. */
function linksIn(document: unknown): string[] {
  const nodes = isRecord(document) && Array.isArray(document.nodes) ? document.nodes : []
  const found = nodes.map((node: unknown) => {
    const isNode = isRecord(node) && isRecord(node.step) && (node.inputs === undefined || isRecord(node.inputs))
    return isNode ? linkedWorkflow(node as never) : undefined
  })
  return [...new Set(found.filter((url) => typeof url === 'string'))]
}
