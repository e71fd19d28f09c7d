import type { Tx } from '@millrace/db/act'
import { isRecord } from '@millrace/parameters/pointer'
import type { Storage } from '@millrace/storage/storage'
import type { WorkflowDefinition, WorkflowNode } from '@millrace/workflows/definition'
import { readDefinition as readWhole } from '@millrace/workflows/read-definition'
import { newestInRange } from '@millrace/workflows/steps'
import { interfaceOf } from '@millrace/workflows/workflow-interface'
import {
  DEFINITION_SLOT,
  linkedWorkflow,
  typedInterface,
  type WorkflowInterface,
} from '@millrace/workflows/workflow-step'
import { runnableSteps } from '#features/processing-steps/engine-steps.service.ts'
import { lockWorkData } from '#features/work-data/lock-work-data.service.ts'
import { workDataIdOf } from '#links.ts'
import { Problem } from '#problem.ts'
import { readDefinition } from './definition-file.service.ts'
import { asVersion } from './step-versions.ts'

/** Limits on what is read in an open transaction. Workflows beyond these limits are checked when they start. */
const WORKFLOWS_MAX = 20
const READ_BYTES = 1_000_000
/** Maximum size of a definition to parse completely. The slot types of a larger workflow are checked when it starts. */
const TYPED_BYTES = 100_000

/** Returns the workflows that a document runs, by URL. Omits workflows that are unreadable or exceed the limits. */
export async function linkedWorkflows(
  tx: Tx,
  { storage, ownerId }: { storage: Storage; ownerId: string },
  document: unknown,
): Promise<Record<string, WorkflowInterface>> {
  const urls = linksIn(document).slice(0, WORKFLOWS_MAX)
  if (urls.length === 0) return {}
  const ids = urls.map((url) => workDataIdOf(url))
  const files = await lockWorkData(tx, ownerId, [...new Set(ids.filter((id) => id !== undefined))])
  const read = await Promise.all(
    urls.map(async (url, index) => {
      const file = files.get(ids[index] ?? '')
      if (!file || file.sizeInBytes > READ_BYTES) return []
      const document = await readDefinition(storage, file).catch(undefinedIfRefused)
      const isSmall = file.sizeInBytes <= TYPED_BYTES
      return document === undefined ? [] : [{ url, document, definition: isSmall ? definitionOf(document) : undefined }]
    }),
  )
  const stepOf = await stepsOf(
    tx,
    ownerId,
    read.flatMap((found) => found.flatMap(({ definition }) => definition ?? [])),
  )
  return Object.fromEntries(
    read.flat().flatMap(({ url, document, definition }) => {
      const found = definition ? typedInterface(definition, stepOf) : interfaceOf(document)
      return found ? [[url, found] as const] : []
    }),
  )
}

const definitionOf = (document: unknown) => readWhole(document).definition

/**
 * Returns a function that finds the newest step version that a node can run. That function returns undefined if there
 * is none.
 */
async function stepsOf(tx: Tx, ownerId: string, workflows: readonly WorkflowDefinition[]) {
  const names = new Set(workflows.flatMap(({ nodes }) => nodes.map(({ step }) => step.function)))
  const versions = names.size === 0 ? [] : (await runnableSteps(tx, ownerId, [...names])).map(asVersion)
  const byFunction = Map.groupBy(versions, ({ functionName }) => functionName)
  return ({ step }: WorkflowNode) => newestInRange(byFunction.get(step.function) ?? [], step.version)
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}

/** Returns the URLs of the workflows that a document runs. The document need not be a valid definition. */
function linksIn(document: unknown): string[] {
  const nodes = isRecord(document) && Array.isArray(document.nodes) ? document.nodes : []
  const found = nodes.map((node: unknown) => {
    const inputs = isRecord(node) && isRecord(node.step) && isRecord(node.inputs) ? node.inputs : {}
    return Array.isArray(inputs[DEFINITION_SLOT]) ? linkedWorkflow(node as never) : undefined
  })
  return [...new Set(found.filter((url) => typeof url === 'string'))]
}
