import type { Draft } from '../document/draft.ts'
import type { KnownSteps } from '../known-steps.ts'

/** For variables that feed inputs: the media type of the first slot that each feeds, also one file after the other. */
export function slotTypesOf({ nodes }: Draft, steps: Pick<KnownSteps, 'stepOf'>): Map<string, string> {
  const fed = nodes.flatMap(({ step, inputs = {}, forEach }) =>
    (steps.stepOf(step)?.version.inputs ?? []).flatMap(({ name, mediaType }) =>
      (inputs[name] ?? []).flatMap(({ item, variable }) => {
        const source = item === undefined ? variable : forEach?.variable
        return source === undefined || mediaType === null ? [] : [[source, mediaType] as const]
      }),
    ),
  )
  return new Map(fed.toReversed())
}
