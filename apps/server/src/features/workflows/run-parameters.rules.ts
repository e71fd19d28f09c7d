import { Budget } from '@millrace/parameters/budget'
import { faultsWithin, sizeFault } from '#features/processing-steps/parameters.rules.ts'

/**
 * For all nodes that one transaction expands: about 0.2 s, in which nothing else runs. The ten thousand typical runs of a
 * node need half of it.
 */
const STEPS = 2_000_000
/** A transaction that has spent this many steps expands no further node. */
const MANY_STEPS = 500_000
const STEPS_PER_MS = 10_000

const TOO_MUCH =
  'The parameters of all items together take too long to check. Repeat over fewer items, or put large values into a file.'

type Json = Record<string, unknown>

/**
 * The budget for the parameters that one transaction checks. It is small if the transaction also does something else.
 */
export function runParametersBudget({ isBrief = false } = {}): Budget {
  return new Budget(isBrief ? MANY_STEPS : STEPS)
}

/** Whether the next node has to wait for another transaction. */
export function isLargeCheck(budget: Budget): boolean {
  return budget.spent > MANY_STEPS
}

/** How long the checks took, more or less. */
export function checkedMs(budget: Budget): number {
  return budget.spent / STEPS_PER_MS
}

/** Checks the parameters of the runs of one node. Returns what is wrong with a run’s parameters. */
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
