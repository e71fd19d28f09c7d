import type { Violation } from '@millrace/parameters/checker'
import { joinPointer, patternOf, pointerTo } from './place.ts'
import { foundValue, ruleOf } from './rule-texts.ts'

const EXAMPLES = 5
/** Maximum number of violations to list. All violations are counted. */
export const LISTED_VIOLATIONS_MAX = 100_000
/** Without this limit, thousands of misspelled keys would become thousands of problems. */
const PROBLEMS_MAX = 1_000

export interface ListedViolation {
  /** The 1-based line. Null if unknown. */
  line: number | null
  /** The JSON pointer of the value. */
  place: string
  rule: string
  found: string
}

/**
 * A rule that is broken by one or more values at the same place. Here, `place` is a pointer with `*` for each index.
 */
export interface Problem {
  place: string
  rule: string
  violations: number
  first: ListedViolation[]
}

const OTHER_PLACES = 'other places'

/** Counts violations by place and rule, and stores the first ones. */
export class ViolationList {
  total = 0
  readonly listed: ListedViolation[] = []
  private readonly byKey = new Map<string, Problem>()

  get problems(): Problem[] {
    return [...this.byKey.values()].toSorted((one, other) => other.violations - one.violations)
  }

  add(violation: Violation, line: number | null): void {
    const { path, value } = violation
    const found = { line, place: pointerTo(path), rule: ruleOf(violation), found: foundValue(value) }
    this.count(found, patternOf(path))
  }

  addSyntax(line: number, text: string): void {
    this.count({ line, place: '', rule: 'must be valid JSON', found: foundValue(text.trim().slice(0, 200)) }, '')
  }

  private count(found: ListedViolation, pattern: string): void {
    this.total += 1
    if (this.listed.length < LISTED_VIOLATIONS_MAX) this.listed.push(found)
    const problem = this.problemOf(pattern, found.rule)
    problem.violations += 1
    if (problem.first.length < EXAMPLES) problem.first.push(found)
  }

  private problemOf(place: string, rule: string): Problem {
    const key = JSON.stringify([place, rule])
    const known = this.byKey.get(key)
    if (known) return known
    if (this.byKey.size >= PROBLEMS_MAX && place !== OTHER_PLACES) return this.problemOf(OTHER_PLACES, 'break a rule')
    const problem: Problem = { place, rule, violations: 0, first: [] }
    this.byKey.set(key, problem)
    return problem
  }
}

/**
 * Returns the pointer whose line is shown for a violation. A missing value has no line, so the pointer of the object
 * that lacks it is returned.
 */
export function linePointer({ keyword, path }: Pick<Violation, 'keyword' | 'path'>): string {
  return (keyword === 'required' ? path.slice(0, -1) : path).reduce<string>(joinPointer, '')
}
