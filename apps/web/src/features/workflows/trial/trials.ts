import type { Parameters } from '#components/schema-form/defaults.ts'
import { createValue, type Value } from '#lib/value.ts'

/** The trial of one step in this editor. */
export interface Trial {
  /** The selected work data by input slot. Slots without an entry use what the workflow suggests. */
  slots: Readonly<Record<string, readonly string[]>>
  /** Values for parameters that are known only when the workflow runs. */
  values: Parameters
  jobHref?: string | undefined
}

export type Trials = Value<ReadonlyMap<string, Trial>>

const NEW: Trial = { slots: {}, values: {} }

/** Creates a store of the trials in one editor, by node id. */
export function createTrials(): Trials {
  return createValue<ReadonlyMap<string, Trial>>(new Map())
}

/** Returns the trial of a node. Empty if the step has not been tried. */
export function trialOf(trials: ReadonlyMap<string, Trial>, id: string): Trial {
  return trials.get(id) ?? NEW
}

export function updateTrial(trials: Trials, id: string, change: Partial<Trial>): void {
  trials.set(new Map(trials.get()).set(id, { ...trialOf(trials.get(), id), ...change }))
}
