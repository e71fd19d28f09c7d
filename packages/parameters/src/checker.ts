import type { Budget } from './budget.ts'
import { type JsonSchema, referenced } from './json-schema.ts'
import { type LinearPattern, linearPattern } from './linear-pattern.ts'
import type { PathPart } from './pointer.ts'

export interface ValueAtPath {
  value: unknown
  parent?: ValueAtPath
  part?: PathPart
}

/** A keyword of a schema that a value violates. `schema` is the schema that describes the value. */
export interface Violation {
  keyword: string
  schema: JsonSchema
  path: PathPart[]
  value: unknown
}

/**
 * The keys and indexes of a value that schemas have described. `unevaluatedProperties` and `unevaluatedItems` apply to
 * all others.
 */
export class DescribedParts {
  readonly parts = new Set<PathPart>()

  add(other: DescribedParts, budget: Budget): void {
    budget.spend(other.parts.size)
    for (const part of other.parts) this.parts.add(part)
  }
}

/** A schema that applies to a place, and the lists to which violations and described parts are added. */
export interface Subject {
  checker: Checker
  schema: JsonSchema
  place: ValueAtPath
  out: Violation[]
  described: DescribedParts
}

/** The type of the function `check`, which is passed as an argument because check.ts imports its callers. */
export type Check = (
  checker: Checker,
  schema: unknown,
  place: ValueAtPath,
  out: Violation[],
  described: DescribedParts,
) => void

/** The state of one check: its schema, its budget, and intermediate results. Nothing outlives the check. */
export class Checker {
  readonly budget: Budget
  private readonly root: JsonSchema
  private readonly violationsMax: number
  private readonly patterns = new Map<string, LinearPattern>()
  private readonly prepared = new Map<unknown, unknown>()

  constructor(root: JsonSchema, violationsMax: number, budget: Budget) {
    this.budget = budget
    this.root = root
    this.violationsMax = violationsMax
  }

  isFull(violations: Violation[]): boolean {
    return violations.length >= this.violationsMax
  }

  resolve(ref: unknown): unknown {
    return typeof ref === 'string' ? referenced(ref, this.root) : undefined
  }

  matches(pattern: string, text: string): boolean {
    const known = this.patterns.get(pattern) ?? linearPattern(pattern)
    this.patterns.set(pattern, known)
    return known(text, this.budget)
  }

  once<T>(key: object, make: () => T): T {
    if (!this.prepared.has(key)) this.prepared.set(key, make())
    return this.prepared.get(key) as T
  }

  violation(keyword: string, schema: JsonSchema, place: ValueAtPath): Violation {
    return { keyword, schema, path: pathOf(place), value: place.value }
  }
}

function pathOf(place: ValueAtPath): PathPart[] {
  const path: PathPart[] = []
  for (let at: ValueAtPath | undefined = place; at?.part !== undefined; at = at.parent) path.push(at.part)
  return path.reverse()
}
