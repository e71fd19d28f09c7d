import type { Fault } from '@millrace/contracts/problems'
import { ownValue, valueAt } from '@millrace/parameters/pointer'
import { listNames, type StepOf } from './check-step.ts'
import type { WorkflowDefinition, WorkflowNode } from './definition.ts'
import type { Reference } from './references.ts'
import { isWorkDataVariable } from './variables.ts'

/** The fields that can be referenced if the item of `forEach` is work data. */
const PARTS_OF_FILES = ['', '/workData', '/name', '/mediaType', '/sizeInBytes']

/** Finds references to targets that do not exist or have the wrong type. */
export function referenceFaults(
  { nodes, variables = {} }: WorkflowDefinition,
  references: readonly Reference[],
  stepOf: StepOf,
): Fault[] {
  const ids = new Set(nodes.map(({ id }) => id))
  return references.flatMap(({ pointer, from, to }) => {
    const message = messageOf(to, from === undefined ? undefined : nodes[from])
    return message === undefined ? [] : [{ pointer, message }]
  })

  function messageOf(to: Reference['to'], node: WorkflowNode | undefined): string | undefined {
    if (to.kind === 'workData') return undefined
    if (to.kind === 'item') return itemFault(to, node?.forEach, variables)
    if (to.kind === 'node') return ids.has(to.id) ? slotFault(to, stepOf) : `There is no node “${to.id}”.`
    const schema = ownValue(variables, to.name)
    if (!schema) return `The variable “${to.name}” is not declared.`
    if (!to.asWorkData || isWorkDataVariable(schema)) return undefined
    return `The variable “${to.name}” is not work data. Declare it with the format “work-data”.`
  }
}

function slotFault({ id, slot }: { id: string; slot?: string }, stepOf: StepOf): string | undefined {
  const step = slot === undefined ? undefined : stepOf(id)
  if (!step || step.isOpen || step.outputs.some(({ name }) => name === slot)) return undefined
  const names = step.outputs.map(({ name }) => name)
  return `${step.functionName} has no output “${slot}”.${listNames(' It has', names)}`
}

/** Maximum length of a list that is searched for a referenced part. Each reference to a part searches the list. */
const SEARCHED = 100

function itemFault(
  { part, asWorkData }: { part: string; asWorkData: boolean },
  forEach: WorkflowNode['forEach'],
  variables: NonNullable<WorkflowDefinition['variables']>,
): string | undefined {
  if (!forEach) return 'A node without “For each item” has no current item.'
  const schema = forEach.variable === undefined ? undefined : ownValue(variables, forEach.variable)
  if (forEach.variable !== undefined && !schema) return undefined
  const isFile = forEach.slot !== undefined || isWorkDataVariable(schema)
  if (asWorkData)
    return isFile ? undefined : 'The items of “For each item” are not work data, so they can’t fill an input.'
  if (isFile && !PARTS_OF_FILES.includes(part))
    return `Items that are work data have ${PARTS_OF_FILES.slice(1).join(', ')}, but nothing at “${part}”.`
  const { value = [] } = forEach
  if (value.length === 0 || value.length > SEARCHED || value.some((item) => valueAt(item, part) !== undefined))
    return undefined
  return `No item of “For each item” has a value at “${part}”.`
}
