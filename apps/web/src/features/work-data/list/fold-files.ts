import { useMemo } from 'react'
import { commonName, type Fold, foldRuns, sweepRuns, unfoldedSweeps } from '#lib/fold-sweeps.ts'
import { useValue } from '#lib/value.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import type { WorkDataListSearch } from './work-data-list-search.ts'

/**
 * A row of the list: a file, or the results of a collapsed sweep. The first file of an expanded sweep also has a
 * `fold`.
 */
export type ListedFile = WorkDataDocument & { fold?: Fold<WorkDataDocument> }

const NO_FILES: readonly WorkDataDocument[] = []

/** Returns the rows of the list: files and collapsed sweeps or, if `folds` is false, only files. */
export function useFileRows(files = NO_FILES, folds = true): ListedFile[] {
  const unfolded = useValue(unfoldedSweeps)
  return useMemo(() => (folds ? foldFiles(files, unfolded) : [...files]), [files, folds, unfolded])
}

/**
 * Returns whether the list collapses sweeps: only if it is sorted by creation or name. In other orders, such as by
 * size, a collapsed sweep would have no defined position.
 */
export function foldsFiles({ SortBy }: Pick<WorkDataListSearch, 'SortBy'>): boolean {
  return SortBy === 'CreatedAt' || SortBy === 'Name'
}

/**
 * Collapses the results of each sweep into one row, except for sweeps that the user has expanded. If all files of a
 * page belong to one sweep, they are listed individually, because the page would otherwise have a single row.
 */
export function foldFiles(files: readonly WorkDataDocument[], unfolded: ReadonlySet<string>): ListedFile[] {
  if (sweepRuns(files).length < 2) return [...files]
  return foldRuns<WorkDataDocument, Fold<WorkDataDocument>>(
    files,
    unfolded,
    (fold, [{ properties }]) => ({ ...fold, name: commonName(properties.ProducedByName ?? properties.Name) }),
    folded,
  )
}

/** The row has neither a media type nor actions, because these belong to single files. */
function folded(first: WorkDataDocument, fold: Fold<WorkDataDocument>): ListedFile {
  const SizeInBytes = fold.items.reduce((sum, { properties }) => sum + properties.SizeInBytes, 0)
  const { ProducedByName: _, Version: __, ...properties } = first.properties
  return { ...first, properties: { ...properties, Name: fold.name, MediaType: '', SizeInBytes }, actions: [], fold }
}
