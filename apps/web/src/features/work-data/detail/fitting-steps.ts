import { fitsSlot, MEDIA } from '@millrace/contracts/media-types'
import type { ProcessingStepProperties } from '@millrace/contracts/processing-steps'
import { isForTables } from '#components/ui/slot-types.ts'
import type { SirenDocument } from '#lib/siren.ts'

type Step = SirenDocument<ProcessingStepProperties>

interface FittedFile {
  mediaType: string
  /** Its content was read, and no table was found in it. */
  hasNoTable?: boolean
}

/** Steps with a slot that takes the file: those that name its type before those that take anything. */
export function fittingSteps(steps: readonly Step[], file: FittedFile): Step[] {
  const ranked = steps.flatMap((step) => {
    const rank = rankOf(step, file)
    return rank > 0 ? [{ step, rank }] : []
  })
  return ranked.toSorted((a, b) => b.rank - a.rank).map(({ step }) => step)
}

function rankOf({ properties }: Step, { mediaType, hasNoTable = false }: FittedFile): number {
  const takers = (properties.InputDataSlotSpecification ?? []).filter(
    (slot) => fitsSlot(mediaType, slot.MediaType) && !(hasNoTable && isForTables(slot.MediaType)),
  )
  if (takers.length === 0 || properties.IsDeprecated) return 0
  return takers.some((slot) => slot.MediaType && slot.MediaType !== MEDIA.binary) ? 2 : 1
}
