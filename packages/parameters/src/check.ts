import { checkArray } from './check-array.ts'
import { checkObject } from './check-object.ts'
import { checkScalar } from './check-scalar.ts'
import { type Checker, DescribedParts, type Subject, type ValueAtPath, type Violation } from './checker.ts'
import type { JsonSchema } from './json-schema.ts'
import { isRecord } from './pointer.ts'

/*
 * Interprets JSON Schema, draft 2020-12. Schemas are untrusted, so no code is generated from them, nothing is kept
 * after a check, references are resolved only within the same schema, and every step is charged to a budget. A choice
 * reports the violations of only one branch, so the number of violations does not grow with the number of branches.
 */

/**
 * Checks the value at a place against the schema. Adds each violation to `out`, and the parts of the value that the
 * schema describes to `described`.
 */
export function check(
  this: void,
  checker: Checker,
  schema: unknown,
  place: ValueAtPath,
  out: Violation[],
  described: DescribedParts,
): void {
  if (schema === false) out.push(checker.violation('false', {}, place))
  if (!isRecord(schema) || checker.isFull(out)) return
  checker.budget.within(() => {
    const subject: Subject = { checker, schema: schema as JsonSchema, place, out, described }
    if (schema.$ref !== undefined) check(checker, checker.resolve(schema.$ref), place, out, described)
    checkScalar(subject)
    checkCombinations(subject)
    if (Array.isArray(place.value)) checkArray(subject, check)
    else if (isRecord(place.value)) checkObject(subject, check)
  })
}

function checkCombinations(subject: Subject): void {
  const { checker, schema, place, out, described } = subject
  if (schema.not !== undefined && violationsOf(subject, schema.not, new DescribedParts()).length === 0) {
    out.push(checker.violation('not', schema, place))
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) if (schema[keyword]) checkChoice(subject, keyword, schema[keyword])
  for (const part of schema.allOf ?? []) check(checker, part, place, out, described)
  if (schema.if === undefined) return
  const condition = new DescribedParts()
  const holds = violationsOf(subject, schema.if, condition).length === 0
  if (holds) described.add(condition, checker.budget)
  check(checker, holds ? schema.then : schema.else, place, out, described)
}

/**
 * If no branch matches, reports the violations of the branch that the user probably meant: the branch with the fewest
 * violations of `const` and `type`. Among several such branches, chooses the one with the fewest violations in total.
 * If several branches of `oneOf` match, reports `oneOf` itself.
 */
function checkChoice(subject: Subject, keyword: 'anyOf' | 'oneOf', branches: unknown[]): void {
  let matching = 0
  let closest: { violations: Violation[]; weight: number } | undefined
  for (const branch of branches) {
    const described = new DescribedParts()
    const violations = violationsOf(subject, branch, described)
    if (violations.length === 0) {
      matching += 1
      subject.described.add(described, subject.checker.budget)
    } else if (closest === undefined || weightOf(violations) < closest.weight) {
      closest = { violations, weight: weightOf(violations) }
    }
  }
  if (matching === 1 || (matching > 1 && keyword === 'anyOf')) return
  const reported = matching === 0 ? closest?.violations : undefined
  subject.out.push(...(reported ?? [subject.checker.violation(keyword, subject.schema, subject.place)]))
}

function violationsOf({ checker, place }: Subject, schema: unknown, described: DescribedParts): Violation[] {
  const violations: Violation[] = []
  check(checker, schema, place, violations, described)
  return violations
}

function weightOf(violations: Violation[]): number {
  return violations.length + violations.filter(({ keyword }) => keyword === 'const' || keyword === 'type').length * 100
}
