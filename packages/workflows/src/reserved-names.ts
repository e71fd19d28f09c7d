import type { Fault } from '@millrace/contracts/problems'
import { type PathPart, pointerOf } from '@millrace/parameters/pointer'

export const RESERVED_NAME = '__proto__'

export const RESERVED_MESSAGE = `“${RESERVED_NAME}” can’t be used as a name. Choose another one.`

/** Finds names that `WorkflowDefinition` would silently drop. Call this before parsing the document. */
export function reservedNames(document: unknown): Fault[] {
  const faults: Fault[] = []
  const path: PathPart[] = []
  visit(document)
  return faults

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, part] of Object.entries(value)) {
      path.push(name)
      if (name === RESERVED_NAME) faults.push({ pointer: pointerOf(path), message: RESERVED_MESSAGE })
      visit(part)
      path.pop()
    }
  }
}
