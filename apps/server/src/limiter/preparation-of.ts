import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { NeedsPreparation } from '@millrace/db/act'
import { Problem } from '#problem.ts'

/** Maximum total size of the prepared items, in characters. All stay in memory until the transaction has ended. */
const PREPARED_SIZE_MAX = 32_000_000
const TOO_LARGE_TOGETHER =
  'The parameters of these jobs are too large to be checked together. Start fewer jobs at a time.'

/**
 * Returns one preparation for all items that need one, so that the transaction restarts only once. Undefined if no item
 * needs one. Throws the problem `too-large` if the texts of these items are too long together.
 */
export async function preparationOf<Item>(
  items: readonly Item[],
  check: (item: Item) => unknown,
  textOf: (item: Item) => string,
): Promise<NeedsPreparation | undefined> {
  const needs: NeedsPreparation[] = []
  let size = 0
  for (const item of items) {
    try {
      check(item)
    } catch (error) {
      if (!(error instanceof NeedsPreparation)) throw error
      needs.push(error)
      size += textOf(item).length
      if (size > PREPARED_SIZE_MAX) throw new Problem('too-large', TOO_LARGE_TOGETHER)
    }
    await eventLoopTurn()
  }
  return needs.length > 0 ? NeedsPreparation.together(needs) : undefined
}
