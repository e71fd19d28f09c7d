import { Budget } from '@millrace/parameters/budget'
import { faultsWithin, sizeFault } from '#features/processing-steps/parameters.rules.ts'

/**
 * Budget for all nodes that one transaction expands. It is used up after about 0.2 s, during which the event loop is
 * blocked. Ten thousand typical runs of a node need half of it.
 */
const STEPS = 2_000_000
/** Once a transaction has spent this much of its budget, it expands no further nodes. */
const MANY_STEPS = 500_000
const STEPS_PER_MS = 10_000

const TOO_MUCH =
  'The parameters of all items together take too long to check. Repeat over fewer items, or put large values into a file.'

type Json = Record<string, unknown>

/** Returns the budget for a transaction's parameter checks. It is smaller if the transaction also does other work. */
export function runParametersBudget({ isBrief = false } = {}): Budget {
  return new Budget(isBrief ? MANY_STEPS : STEPS)
}

/** Whether the next node must be expanded in another transaction. */
export function isLargeCheck(budget: Budget): boolean {
  return budget.spent > MANY_STEPS
}

/** Estimates how long the checks took, in milliseconds. */
export function checkedMs(budget: Budget): number {
  return budget.spent / STEPS_PER_MS
}

/**
 * Returns a function that checks the parameters of a run. That function returns a sentence that says what is wrong, or
 * undefined.
 */
export function runParameterChecks(schema: Json | null, budget: Budget): (given: Json) => string | undefined {
  return (given) => {
    if (budget.isUsedUp) return TOO_MUCH
    const text = JSON.stringify(given)
    const fault = sizeFault(given, text) ?? faultsWithin(budget, { schema, given, partial: false })[0]
    budget.charge(text.length)
    if (budget.isUsedUp) return TOO_MUCH
    return fault && sentence(fault)
  }
}

function sentence({ pointer, message }: { pointer: string; message: string }): string {
  const name = pointer.slice(1)
  return name === '' ? message : `Parameter ${name}: ${message}`
}
