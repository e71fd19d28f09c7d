import { acceptedBy, MEDIA } from '@millrace/contracts/media-types'
import { type KnownFile, suitsSlot } from '#components/ui/slot-types.ts'
import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import { newestSteps } from '#lib/step-versions.ts'

/**
 * Returns the newest versions of the steps that accept the file, except deprecated ones. Steps with a slot for exactly
 * the file's media type come first, then steps with a slot for a family that contains the type, then steps for any
 * file.
 */
export function compatibleSteps(steps: readonly StepDocument[], file: KnownFile): StepDocument[] {
  const ranked = newestSteps(steps).flatMap((step) => {
    const rank = rankOf(step, file)
    return rank > 0 ? [{ step, rank }] : []
  })
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ step }) => step)
}

function rankOf({ properties }: StepDocument, file: KnownFile): number {
  const takers = (properties.InputDataSlotSpecification ?? []).filter((slot) => suitsSlot(file, slot.MediaType))
  if (takers.length === 0 || properties.IsDeprecated) return 0
  const named = takers.filter((slot) => slot.MediaType && slot.MediaType !== MEDIA.binary)
  if (named.some((slot) => acceptedBy(slot.MediaType)?.types.includes(file.mediaType))) return 3
  return named.length > 0 ? 2 : 1
}
