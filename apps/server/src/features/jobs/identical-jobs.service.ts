import { asActor, type Tx } from '@millrace/db/act'
import { Budget, BudgetUsedUp } from '@millrace/parameters/budget'
import { withDefaults } from '@millrace/parameters/defaults'
import { type JsonSchema, prepareSchema } from '@millrace/parameters/json-schema'
import { sameJson } from '@millrace/parameters/pointer'
import { volatileWord } from '@millrace/parameters/volatile-words'
import type { Actor } from '#access/actor.ts'
import type { Deps } from '#deps.ts'
import { selectableStep } from '#features/processing-steps/select-step.service.ts'
import { lockWorkData } from '#features/work-data/lock-work-data.service.ts'
import { idFromHref } from '#links.ts'
import { findOnSameInputs, type InputContent } from './identical-jobs.store.ts'
import { type JobView, viewsOf } from './job-view.ts'
import type { RapidSetup } from './jobs.rules.ts'
import * as store from './jobs.store.ts'

export type IdenticalJobService = ReturnType<typeof identicalJobService>

type Json = Record<string, unknown>

/** Budget for filling in the defaults of all compared jobs, in computing steps. This many take about 10 ms. */
const DEFAULTS_STEPS = 100_000

/**
 * Finds a completed job that is identical to a new one: the same version of a deterministic step, with equal parameters
 * and inputs. Users decide whether to open its result or run the job again.
 */
export function identicalJobService({ db }: Pick<Deps, 'db'>) {
  return {
    find: (actor: Actor, input: Omit<RapidSetup, 'Name'>): Promise<JobView | undefined> =>
      asActor(db, actor, async (tx) => {
        const step = await selectableStep(tx, actor, idFromHref(input.ProcessingStepUrl, 'ProcessingStep'))
        if (!step.deterministic) return undefined
        const files = await contentOf(tx, actor, input)
        if (!files) return undefined
        const schema = prepareSchema(step.parameterSchema ?? {})
        const budget = new Budget(DEFAULTS_STEPS)
        const complete = (given: unknown) =>
          completed(schema, { ...step.defaultParameters, ...(given as Json) }, budget)
        const wanted = complete(input.Parameters)
        if (!wanted || volatileWord(step.parameterSchema, wanted)) return undefined
        const candidates = await findOnSameInputs(tx, { ownerId: actor.ownerId, stepId: step.id, files })
        const same = candidates.find(({ parameters }) => sameJson(complete(parameters), wanted))
        const row = same && (await store.find(tx, actor.scope, same.id))
        return row && (await viewsOf(tx, actor, [row]))[0]
      }),
  }
}

function completed(schema: JsonSchema, given: Json, budget: Budget): Json | undefined {
  try {
    return withDefaults(schema, given, budget)
  } catch (error) {
    if (error instanceof BudgetUsedUp) return undefined
    throw error
  }
}

/** Returns the content of the inputs. Undefined if one of them is not in the actor's context. */
async function contentOf(
  tx: Tx,
  actor: Actor,
  { InputDataSlots }: Omit<RapidSetup, 'Name'>,
): Promise<InputContent[] | undefined> {
  const wanted = (InputDataSlots ?? []).flatMap(({ Index, WorkDataUrls }, place) =>
    (WorkDataUrls ?? []).map((url, item) => ({ slot: Index ?? place, item, id: idFromHref(url, 'WorkData') })),
  )
  const found = await lockWorkData(tx, actor.ownerId, [...new Set(wanted.map(({ id }) => id))])
  const files = wanted.flatMap(({ slot, item, id }): InputContent[] => {
    const data = found.get(id)
    return data ? [[slot, item, data.sha256, data.name, data.mediaType]] : []
  })
  if (files.length < wanted.length) return undefined
  return files.toSorted(([slot, item], [otherSlot, otherItem]) => slot - otherSlot || item - otherItem)
}
