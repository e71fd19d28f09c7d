import type { Fault } from '@millrace/contracts/problems'
import { Budget, BudgetUsedUp, TooDeep } from './budget.ts'
import { check } from './check.ts'
import { Checker, DescribedParts, type Violation } from './checker.ts'
import { withDefaults } from './defaults.ts'
import { faultMessage } from './fault-message.ts'
import type { JsonSchema } from './json-schema.ts'
import { pointerOf } from './pointer.ts'

/*
 * The server and the form both call these functions, so they report the same faults, at the same locations and with the
 * same messages.
 */

const VIOLATIONS_MAX = 50
/**
 * Maximum number of violations if missing values are ignored. It is higher than VIOLATIONS_MAX, because missing values
 * count until they are filtered out.
 */
const PARTIAL_VIOLATIONS_MAX = 1_000

/**
 * Returns the faults of the parameters, one per location. With `partial`, missing parameters are ignored. References in
 * the schema are resolved in `root`.
 */
export function faultsOf(
  schema: JsonSchema,
  value: unknown,
  { partial = false, root = schema, budget = new Budget() } = {},
): Fault[] {
  const faults = new Map<string, Fault>()
  const most = partial ? PARTIAL_VIOLATIONS_MAX : VIOLATIONS_MAX
  for (const { keyword, schema: field, path, value: found } of violationsOf(schema, value, { root, most, budget })) {
    if (partial && keyword === 'required') continue
    const pointer = pointerOf(path)
    if (!faults.has(pointer)) faults.set(pointer, { pointer, message: faultMessage(keyword, field, found) })
  }
  return [...faults.values()].slice(0, VIOLATIONS_MAX)
}

/** Sets the schema’s defaults for missing fields and returns the faults of the resulting parameters. */
export function faultsWithDefaults(schema: JsonSchema, given: unknown, budget: Budget): Fault[] {
  try {
    return faultsOf(schema, withDefaults(schema, given, budget), { budget })
  } catch (error) {
    if (!(error instanceof BudgetUsedUp)) throw error
    return [{ pointer: '', message: faultMessage('steps', {}, given) }]
  }
}

/** Whether a value satisfies a schema. References in the schema are resolved in `root`. */
export function isValid(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  return violationsOf(schema, value, { root, most: 1 }).length === 0
}

/** Returns how a value violates a schema. A value too large or too deeply nested to check is a violation, too. */
export function violationsOf(
  schema: JsonSchema,
  value: unknown,
  { root = schema, most = VIOLATIONS_MAX, budget = new Budget() } = {},
): Violation[] {
  const violations: Violation[] = []
  try {
    check(new Checker(root, most, budget), schema, { value }, violations, new DescribedParts())
    return violations
  } catch (error) {
    if (error instanceof BudgetUsedUp) return [{ keyword: 'steps', schema: {}, path: [], value }]
    // A RangeError is a stack overflow: some engines have such a small stack that it overflows below the depth limit.
    if (error instanceof TooDeep || error instanceof RangeError)
      return [{ keyword: 'size', schema: {}, path: [], value }]
    throw error
  }
}
