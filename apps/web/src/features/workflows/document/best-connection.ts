import { acceptedBy, fitsSlot, isTable, MEDIA } from '@millrace/contracts/media-types'
import { slotsFit } from '@millrace/workflows/slots-fit'
import type { StepSlot } from '@millrace/workflows/steps'

interface Ends<Output> {
  output: Output
  input: StepSlot
}

/**
 * Returns the output and input that fit each other best: the first of equally good pairs. Undefined if no pair fits.
 */
export function bestConnection<Output extends StepSlot>(
  outputs: readonly Output[],
  inputs: readonly StepSlot[],
): Ends<Output> | undefined {
  const fitting = outputs.flatMap((output) =>
    inputs.filter((input) => slotsFit(output, input)).map((input) => ({ output, input })),
  )
  return fitting.toSorted((a, b) => fitOf(b) - fitOf(a))[0]
}

/**
 * Returns the best connection, or undefined if it must not be made automatically: plain text is not connected to a slot
 * for tables, although it might be readable as a table.
 */
export function automaticConnection<Output extends StepSlot>(
  outputs: readonly Output[],
  inputs: readonly StepSlot[],
): Ends<Output> | undefined {
  const best = bestConnection(outputs, inputs)
  return best && fitOf(best) > 0 ? best : undefined
}

/**
 * Scores how well an output fits an input, from 0 (plain text in a slot for tables) to 3 (an exact type, or a table in
 * a slot for tables).
 */
function fitOf({ output, input }: Ends<StepSlot>): number {
  const accepted = acceptedBy(input.mediaType)
  const types = output.mediaType?.split(',').map((type) => type.trim()) ?? []
  const fitting = types.filter((type) => type !== '' && fitsSlot(type, input.mediaType))
  // The input or the output accepts any type, or no type is known to fit.
  if (!accepted || fitting.length === 0) return 1
  const isForTables = accepted.types.includes(MEDIA.csv)
  if (fitting.every((type) => type === MEDIA.text)) {
    const isForText = accepted.types.every((type) => type.startsWith('text/'))
    return isForTables ? 0 : isForText ? 3 : 1
  }
  const isExact = isForTables ? fitting.some(isTable) : fitting.some((type) => accepted.types.includes(type))
  return isExact ? 3 : 2
}
