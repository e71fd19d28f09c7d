import type { Fault } from '@millrace/contracts/problems'
import { NeedsPreparation } from '@millrace/db/act'
import { Budget } from '@millrace/parameters/budget'
import { fairLane } from '#limiter/fair-lane.ts'
import { checkInThread } from './parameter-check-worker.ts'
import { faultsWithin, type GivenParameters, hasMoreValues, sizeFault } from './parameters.rules.ts'

/*
 * Checks parameters in transactions. Almost all checks take microseconds and are made at once. One that needs more than
 * INLINE_STEPS would block the event loop, and the connection of its transaction, for up to 100 ms. It is made in a
 * thread, in the turn of the parameters' owner, while the transaction is rolled back; see NeedsPreparation. A thread
 * answers within 0.1 ms, so what counts is not to repeat long checks: INLINE_STEPS take about 1 ms.
 */

const INLINE_STEPS = 10_000
const INLINE_VALUES = 1_000

const lane = fairLane({ what: 'checks of large parameters', perOwner: 1, atOnce: 1, waiting: 32, waitMs: 4000 })

/** The faults of parameters that the thread has checked for transactions that are still running. */
const answers = new Map<string, { faults: Fault[]; users: number }>()

type Json = Record<string, unknown>

/** What is wrong with the parameters that a job would run with. Call this in a transaction. */
export function parameterFaults(
  ownerId: string,
  schema: Json | null,
  stepDefaults: Json | null,
  configured: Json | null,
): Fault[] {
  return check(ownerId, { schema, given: { ...stepDefaults, ...configured }, partial: false })
}

/** What is wrong with a step's default parameters. They may be incomplete. Call this in a transaction. */
export function defaultsFaults(ownerId: string, schema: Json | null, defaults: Json): Fault[] {
  return check(ownerId, { schema, given: defaults, partial: true })
}

function check(ownerId: string, parameters: GivenParameters): Fault[] {
  const text = JSON.stringify(parameters.given)
  const tooLarge = sizeFault(parameters.given, text)
  if (tooLarge) return [tooLarge]
  if (parameters.schema === null) return []
  if (!hasMoreValues(parameters.given, INLINE_VALUES)) {
    const budget = new Budget(INLINE_STEPS)
    const faults = faultsWithin(budget, parameters)
    if (!budget.isUsedUp) return faults
  }
  const question = `${JSON.stringify({ ...parameters, given: null })}\n${text}`
  const known = answers.get(question)
  if (known) return known.faults
  throw new NeedsPreparation(() => lane.run(ownerId, () => answer(question)))
}

async function answer(question: string): Promise<Disposable> {
  const known = answers.get(question) ?? { faults: await checkInThread(question), users: 0 }
  known.users += 1
  answers.set(question, known)
  return {
    [Symbol.dispose]: () => {
      known.users -= 1
      if (known.users === 0) answers.delete(question)
    },
  }
}
