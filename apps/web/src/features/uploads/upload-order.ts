import { fitsSlot, mediaTypeOfName } from '@millrace/contracts/media-types'
import type { Transfer } from '#lib/transfers.ts'

const RANKS: Record<Transfer['state'], number> = { failed: 0, sending: 1, waiting: 2, paused: 2, done: 3, canceled: 3 }

/**
 * Sorts transfers: failed ones first, because they need attention, then those being sent, then those that are queued or
 * paused. Completed and canceled transfers come last, the most recently added first.
 */
export function sortedByAttention(transfers: readonly Transfer[]): Transfer[] {
  const over = transfers.filter(isOver).toReversed()
  return [...transfers.filter((transfer) => !isOver(transfer)), ...over].toSorted(
    (a, b) => RANKS[a.state] - RANKS[b.state],
  )
}

function isOver({ state }: Transfer): boolean {
  return state === 'done' || state === 'canceled'
}

/**
 * Returns the URLs of the uploaded files that fit at least one of the given slot types. A slot for files of any type,
 * such as that of a checksum step, counts only if no other slot accepts any of the files.
 */
export function startable(
  transfers: readonly Pick<Transfer, 'state' | 'href' | 'file'>[],
  slotTypes: readonly string[],
): string[] {
  const chosen = slotTypes.filter((slotType) => !fitsSlot('', slotType))
  const fitting = new Map<string | undefined, boolean>()
  const fits = (name: string) => {
    const type = typeOf(name)
    const fit = fitting.get(type) ?? fitsSome(type, chosen)
    fitting.set(type, fit)
    return fit
  }
  const done = transfers.flatMap(({ state, href, file }) =>
    state === 'done' && href ? [{ href, name: file.name }] : [],
  )
  const found = done.filter(({ name }) => fits(name))
  const takesAny = chosen.length < slotTypes.length
  return (found.length > 0 || !takesAny ? found : done).map(({ href }) => href)
}

/** The extension `.gz` is ignored, because steps also accept gzip-compressed tables. */
function typeOf(name: string): string | undefined {
  return mediaTypeOfName(name.replace(/\.gz$/i, ''))
}

function fitsSome(type: string | undefined, slotTypes: readonly string[]): boolean {
  return type === undefined || slotTypes.some((slotType) => fitsSlot(type, slotType))
}
