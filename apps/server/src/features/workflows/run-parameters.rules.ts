import { Budget } from '@millrace/parameters/budget'
import { faultsWithin, sizeFault } from '#features/processing-steps/parameters.rules.ts'

/** For all runs of a node together: about 0.3 s, in which nothing else runs. Ten thousand typical runs need a third of it. */
const STEPS_PER_NODE = 3_000_000

const TOO_MUCH =
  'The parameters of all items together take too long to check. Repeat over fewer items, or put large values into a file.'

type Json = Record<string, unknown>

/** Checks the parameters of the runs of one node, which share a budget. Returns what is wrong with a run’s parameters. */
export function runParameterChecks(schema: Json | null): (given: Json) => string | undefined {
  const budget = new Budget(STEPS_PER_NODE)
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
