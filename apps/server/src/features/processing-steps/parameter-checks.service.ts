import type { Fault } from '@millrace/contracts/problems'
import { Budget } from '@millrace/parameters/budget'
import { moduleBeside } from '@millrace/processes/module-beside'
import { fairLane } from '#limiter/fair-lane.ts'
import { threadAnswers } from '#limiter/thread-answers.ts'
import { faultsWithin, type GivenParameters, hasMoreValues, sizeFault } from './parameters.rules.ts'

/*
 * Checks parameters in transactions. Almost all checks take microseconds and run inline. A check that needs more than
 * INLINE_STEPS (about 1 ms) starts over in a thread, which adds only 0.1 ms. A check of more than INLINE_VALUES values
 * runs only in the thread.
 */

const INLINE_STEPS = 10_000
const INLINE_VALUES = 1_000

const lane = fairLane({ what: 'checks of large parameters', perOwner: 1, total: 1, waiting: 32, waitMs: 4000 })

const inThread = threadAnswers<Fault[]>(lane, {
  entry: moduleBeside(import.meta.url, 'parameter-check-thread'),
  memoryMb: 128,
  limitMs: 3000,
  otherwise: [
    {
      pointer: '',
      message: 'Checking these parameters against the step takes too long. Use shorter strings and lists.',
    },
  ],
})

type Json = Record<string, unknown>

/**
 * Returns what is wrong with the parameters that a job would run with. Call this in a transaction. In a system
 * transaction, which has no account, a long check is queued under the given account.
 */
export function parameterFaults(
  account: string,
  schema: Json | null,
  stepDefaults: Json | null,
  configured: Json | null,
): Fault[] {
  return check(account, { schema, given: { ...stepDefaults, ...configured }, partial: false })
}

/** Returns what is wrong with a step's default parameters, which may be incomplete. Call this in a transaction. */
export function defaultsFaults(account: string, schema: Json | null, defaults: Json): Fault[] {
  return check(account, { schema, given: defaults, partial: true })
}

function check(account: string, parameters: GivenParameters): Fault[] {
  const text = JSON.stringify(parameters.given)
  const tooLarge = sizeFault(parameters.given, text)
  if (tooLarge) return [tooLarge]
  if (parameters.schema === null) return []
  if (!hasMoreValues(parameters.given, INLINE_VALUES)) {
    const budget = new Budget(INLINE_STEPS)
    const faults = faultsWithin(budget, parameters)
    if (!budget.isUsedUp) return faults
  }
  return inThread({ common: JSON.stringify({ ...parameters, given: null }), own: text }, account)
}
