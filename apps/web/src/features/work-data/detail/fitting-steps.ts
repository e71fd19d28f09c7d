import { fitsSlot, MEDIA } from '@millrace/contracts/media-types'
import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import type { SirenDocument } from '#lib/siren.ts'

type Step = SirenDocument<ProcessingStepProperties>

/** Steps with a slot that takes a file of the type: those that name it before those that take anything. */
export function fittingSteps(steps: readonly Step[], mediaType: string): Step[] {
  const ranked = steps.flatMap((step) => {
    const rank = rankOf(step, mediaType)
    return rank > 0 ? [{ step, rank }] : []
  })
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ step }) => step)
}

function rankOf({ properties }: Step, mediaType: string): number {
  const takers = (properties.InputDataSlotSpecification ?? []).filter((slot) => fitsSlot(mediaType, slot.MediaType))
  if (takers.length === 0 || properties.IsDeprecated) return 0
  return takers.some((slot) => slot.MediaType && slot.MediaType !== MEDIA.binary) ? 2 : 1
}
