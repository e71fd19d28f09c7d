import { useMemo } from 'react'
import { commonName, type Fold, foldRuns, sweepRuns, unfoldedSweeps } from '#lib/fold-sweeps.ts'
import { useValue } from '#lib/value.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import type { WorkDataListSearch } from './work-data-list-search.ts'

/** A row of the list: a file, or the results of a sweep. */
export type ListedFile = WorkDataDocument & { fold?: Fold<WorkDataDocument> }

const NO_FILES: readonly WorkDataDocument[] = []

/** The rows of the list: files, and folded sweeps. */
export function useFileRows(files = NO_FILES, folds = true): ListedFile[] {
  const unfolded = useValue(unfoldedSweeps)
  return useMemo(() => (folds ? foldFiles(files, unfolded) : [...files]), [files, folds, unfolded])
}

/** Whether the list folds sweeps: not in an order in which a folded row has no place of its own. */
export function foldsFiles({ SortBy }: Pick<WorkDataListSearch, 'SortBy'>): boolean {
  return SortBy === 'CreatedAt' || SortBy === 'Name'
}

/**
 * Puts the results of a sweep into one row, except for those of unfolded sweeps. A page of results of one sweep alone stays
 * as it is: one row would leave nothing to see.
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

/** All files as one. Its type and actions are those of single files. */
function folded(first: WorkDataDocument, fold: Fold<WorkDataDocument>): ListedFile {
  const SizeInBytes = fold.items.reduce((sum, { properties }) => sum + properties.SizeInBytes, 0)
  const { ProducedByName: _, Version: __, ...properties } = first.properties
  return { ...first, properties: { ...properties, Name: fold.name, MediaType: '', SizeInBytes }, actions: [], fold }
}
