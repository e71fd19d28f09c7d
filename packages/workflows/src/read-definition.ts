import { faultMessage } from '@millrace/contracts/fault-message'
import { LIMITS } from '@millrace/contracts/limits'
import type { Fault } from '@millrace/contracts/problems'
import { type PathPart, partsOf, pointerOf } from '@millrace/parameters/pointer'
import type { z } from 'zod'
import { DEFINITION_VERSION, WorkflowDefinition } from './definition.ts'
import { reservedNames } from './reserved-names.ts'

/** The definition in a document, or the reasons why the document is not a definition. */
export interface ReadDefinition {
  definition?: WorkflowDefinition
  faults: Fault[]
  /** Paths of the parts that can’t be read. Omitted if the whole document was read, or if nothing can be read. */
  unreadable?: PathPart[][]
}

/** Reads a document as a definition, or returns why it isn't one. */
export function readDefinition(document: unknown): ReadDefinition {
  const version = (document as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > DEFINITION_VERSION) {
    const message = `This definition has version ${version}, but this server supports only version ${DEFINITION_VERSION}.`
    return { faults: [{ pointer: '/version', message }] }
  }
  if (isDeeperThan(LIMITS.jsonDepthMax, document)) {
    const message = `The definition is nested deeper than ${LIMITS.jsonDepthMax} levels.`
    return { faults: [{ pointer: '', message }] }
  }
  const reserved = reservedNames(document)
  const { success, data, error } = WorkflowDefinition.safeParse(document, { error: faultMessage })
  if (success && reserved.length === 0) return { definition: data, faults: [] }
  const isReserved = new Set(reserved.map(({ pointer }) => pointer))
  const issues = (error?.issues ?? []).flatMap(placesOf).filter(({ path }) => !isReserved.has(pointerOf(path)))
  return {
    faults: [...reserved, ...issues.map(({ path, message }) => ({ pointer: pointerOf(path), message }))],
    unreadable: [...reserved.map(({ pointer }) => partsOf(pointer)), ...issues.map(({ path }) => path)],
  }
}

function placesOf(issue: z.core.$ZodIssue): { path: PathPart[]; message: string }[] {
  const path = issue.path.map(partOf)
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  return issue.keys.map((key) => ({
    path: [...path, key],
    message: faultMessage({ ...issue, keys: [key], input: undefined }) ?? issue.message,
  }))
}

function partOf(part: PropertyKey): PathPart {
  return typeof part === 'symbol' ? String(part) : part
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part))
}
