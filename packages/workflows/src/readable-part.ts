import type { Fault } from '@millrace/contracts/problems'
import { isRecord, ownValue, type PathPart, pointerOf } from '@millrace/parameters/pointer'
import { WorkflowDefinition } from './definition.ts'

/*
 * A document that isn’t a valid definition often has faults in its readable parts, too. To report all faults together,
 * each unreadable part is deleted or replaced with a placeholder, and the result is checked. Names in placeholders
 * contain UNREADABLE, so faults caused by placeholders can be dropped. Nodes keep their positions.
 */

const UNREADABLE = 'unreadable_part_of_this_definition'

/** A definition in which placeholders replace unreadable parts. */
export interface ReadablePart {
  definition: WorkflowDefinition
  /** Drops faults in unreadable parts and faults caused by placeholders. */
  certain: (faults: readonly Fault[]) => Fault[]
}

/**
 * Replaces unreadable parts of the document with placeholders. Undefined if the list of nodes is unreadable, or if the
 * result is still not a valid definition.
 */
export function readablePart(document: unknown, unreadable: readonly PathPart[][]): ReadablePart | undefined {
  if (!isRecord(document) || !Array.isArray(document.nodes)) return undefined
  if (unreadable.some(([part, index]) => part === 'nodes' && index === undefined)) return undefined
  const copy = structuredClone(document)
  const lost = new Set<string>()
  for (const place of unreadable.map(wholePlace)) {
    const pointer = pointerOf(place)
    if (!isWithin(pointer, lost)) replace(copy, place)
    lost.add(pointer)
  }
  forgetVariables(copy.nodes, lost)
  const { data } = WorkflowDefinition.safeParse(copy)
  if (!data) return undefined
  const isCertain = ({ pointer, message }: Fault) => !message.includes(UNREADABLE) && !isWithin(pointer, lost)
  return { definition: data, certain: (faults) => faults.filter(isCertain) }
}

/** Keys of nodes. Their values are replaced as a whole if any part is unreadable. */
const WHOLE = ['id', 'step', 'when', 'forEach']

/** Returns the path of the smallest replaceable part that contains this path, such as a binding or a source. */
function wholePlace(path: PathPart[]): PathPart[] {
  const [group, , part] = path
  if (group !== 'nodes') return path.slice(0, group === 'outputs' || group === 'variables' ? 2 : 1)
  if (part === 'parameters' || part === 'after') return path.slice(0, 4)
  if (part === 'inputs') return path.slice(0, 5)
  return path.slice(0, part !== undefined && WHOLE.includes(String(part)) ? 3 : undefined)
}

/**
 * NOTE: The path comes from users, so it is followed through own properties only: `__proto__` would lead to the
 * prototype of all objects.
 */
function replace(document: Record<string, unknown>, path: PathPart[]): void {
  const own = (value: unknown, part: PathPart) => ownValue(Object(value) as Record<string, unknown>, String(part))
  const parent = path.slice(0, -1).reduce<unknown>(own, document)
  const name = path.at(-1)
  if (typeof parent !== 'object' || parent === null || name === undefined) return
  const substitute = substituteFor(path)
  if (substitute === undefined) delete (parent as Record<PathPart, unknown>)[name]
  else (parent as Record<PathPart, unknown>)[name] = substitute
}

function substituteFor([group, index, part, name, at]: PathPart[]): unknown {
  const step = { function: UNREADABLE }
  if (group === 'title') return UNREADABLE
  if (group === 'version') return 1
  if (group !== 'nodes') return undefined
  if (part === undefined) return { id: `${UNREADABLE}_${index}`, step }
  if (part === 'id') return `${UNREADABLE}_${index}`
  if (part === 'step') return step
  // The placeholder is a variable, so that items may have any type.
  if (part === 'forEach') return { variable: UNREADABLE }
  if (name === undefined) return undefined
  if (part === 'after') return UNREADABLE
  if (part === 'parameters') return { variable: UNREADABLE }
  if (part === 'inputs') return at === undefined ? [{ variable: UNREADABLE }] : { variable: UNREADABLE }
  return undefined
}

/** Replaces references to unreadable variables with placeholders. */
function forgetVariables(nodes: unknown, lost: ReadonlySet<string>): void {
  if (!Array.isArray(nodes)) return
  const isLost = (name: string) => isWithin(pointerOf(['variables', name]), lost)
  for (const node of nodes.filter(isRecord)) {
    const parts = [node.parameters, node.inputs].flatMap((part) => (isRecord(part) ? Object.values(part) : []))
    for (const part of [...parts, node.forEach, node.when]) forget(part, isLost)
  }
}

function forget(part: unknown, isLost: (name: string) => boolean): void {
  if (typeof part !== 'object' || part === null) return
  if (isRecord(part) && typeof part.variable === 'string' && isLost(part.variable)) part.variable = UNREADABLE
  for (const [key, inner] of Object.entries(part)) if (key !== 'value') forget(inner, isLost)
}

function isWithin(pointer: string, places: ReadonlySet<string>): boolean {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    if (places.has(pointer.slice(0, end))) return true
  }
  return false
}
