import { fitsSlot } from '@millrace/contracts/media-types'
import type { StepSlot } from './steps.ts'

/**
 * Whether work data of an output slot may fit an input slot: one of the output's types fits, or the output declares no
 * type.
 */
export function slotsFit(output: Pick<StepSlot, 'mediaType'>, input: Pick<StepSlot, 'mediaType'>): boolean {
  const possible = output.mediaType?.split(',').map((type) => type.trim()) ?? []
  return possible.length === 0 || possible.some((type) => type === '' || fitsSlot(type, input.mediaType))
}
