import { hiddenByFolds } from './fold-sweeps.ts'

interface Tagged {
  properties: { Tags: string[] }
}

/**
 * Extends a page with following resources until it has as many rows as `page` has resources. A sweep counts as one row.
 */
export function fillPage<T extends Tagged>(page: readonly T[], following: readonly T[]): T[] {
  const all = [...page]
  for (const one of following) {
    if (all.length - hiddenByFolds(all) >= page.length && hiddenByFolds([...all, one]) === hiddenByFolds(all)) break
    all.push(one)
  }
  return all
}
