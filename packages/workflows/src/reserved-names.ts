import type { Fault } from '@millrace/contracts/problems'
import { type PathPart, pointerOf } from '@millrace/parameters/pointer'

const RESERVED = '__proto__'

const MESSAGE = `“${RESERVED}” can’t be used as a name. Choose another one.`

/** Names at any depth of a document that parsers drop without a word, so they have to be found before. */
export function reservedNames(document: unknown): Fault[] {
  const faults: Fault[] = []
  const path: PathPart[] = []
  visit(document)
  return faults

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, part] of Object.entries(value)) {
      path.push(name)
      if (name === RESERVED) faults.push({ pointer: pointerOf(path), message: MESSAGE })
      visit(part)
      path.pop()
    }
  }
}
