import { checkArray } from './check-array.ts'
import { checkObject } from './check-object.ts'
import { checkScalar } from './check-scalar.ts'
import { type At, type Checker, type Place, Seen, type Violation } from './checker.ts'
import type { JsonSchema } from './json-schema.ts'
import { isRecord } from './pointer.ts'

/*
 * Interprets JSON Schema, draft 2020-12. Schemas are untrusted, so no code is generated from them, nothing is kept
 * after a check, references are resolved only within the same schema, and every step is charged to a budget. A choice
 * reports the violations of only one branch, so the number of violations does not grow with the number of branches.
 */

/**
 * Checks the value at a place against the schema. Adds each violation to `out`, and the parts of the value that the
 * schema describes to `seen`.
 */
export function check(this: void, checker: Checker, schema: unknown, place: Place, out: Violation[], seen: Seen): void {
  if (schema === false) out.push(checker.violation('false', {}, place))
  if (!isRecord(schema) || checker.isFull(out)) return
  checker.budget.within(() => {
    const at: At = { checker, schema: schema as JsonSchema, place, out, seen }
    if (schema.$ref !== undefined) check(checker, checker.resolve(schema.$ref), place, out, seen)
    checkScalar(at)
    checkCombinations(at)
    if (Array.isArray(place.value)) checkArray(at, check)
    else if (isRecord(place.value)) checkObject(at, check)
  })
}

function checkCombinations(at: At): void {
  const { checker, schema, place, out, seen } = at
  if (schema.not !== undefined && violationsOf(at, schema.not, new Seen()).length === 0) {
    out.push(checker.violation('not', schema, place))
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) if (schema[keyword]) checkChoice(at, keyword, schema[keyword])
  for (const part of schema.allOf ?? []) check(checker, part, place, out, seen)
  if (schema.if === undefined) return
  const condition = new Seen()
  const holds = violationsOf(at, schema.if, condition).length === 0
  if (holds) seen.add(condition, checker.budget)
  check(checker, holds ? schema.then : schema.else, place, out, seen)
}

/**
 * If no branch matches, reports the violations of the branch that the user probably meant: a branch whose constants
 * match or, if there is none, the branch with the fewest violations.
 */
function checkChoice(at: At, keyword: 'anyOf' | 'oneOf', branches: unknown[]): void {
  let matching = 0
  let closest: { violations: Violation[]; weight: number } | undefined
  for (const branch of branches) {
    const seen = new Seen()
    const violations = violationsOf(at, branch, seen)
    if (violations.length === 0) {
      matching += 1
      at.seen.add(seen, at.checker.budget)
    } else if (closest === undefined || weightOf(violations) < closest.weight) {
      closest = { violations, weight: weightOf(violations) }
    }
  }
  if (matching === 1 || (matching > 1 && keyword === 'anyOf')) return
  const reported = matching === 0 ? closest?.violations : undefined
  at.out.push(...(reported ?? [at.checker.violation(keyword, at.schema, at.place)]))
}

function violationsOf({ checker, place }: At, schema: unknown, seen: Seen): Violation[] {
  const violations: Violation[] = []
  check(checker, schema, place, violations, seen)
  return violations
}

function weightOf(violations: Violation[]): number {
  return violations.length + violations.filter(({ keyword }) => keyword === 'const' || keyword === 'type').length * 100
}
