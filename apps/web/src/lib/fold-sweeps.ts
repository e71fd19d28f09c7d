import { SWEEP_TAG, sweptParameters } from '@millrace/contracts/sweep-tags'
import type { useSelection } from './use-selection.ts'
import { createValue } from './value.ts'

interface Tagged {
  properties: { Tags: string[] }
}

/** The resources of a sweep on a page, which one row of a list represents. */
export interface Fold<T> {
  sweep: string
  /** The name of the sweep’s jobs without their values. */
  name: string
  /** All resources that the row represents. If the sweep is expanded, only the resource of the row itself. */
  items: readonly T[]
  /** The number of the sweep’s resources that are listed, in this row or in separate rows. */
  listed: number
  /** Whether the resources are listed in separate rows. The first of these rows collapses them. */
  isOpen: boolean
}

type Folding<T> = T & { fold?: Fold<T> }
type Selection<T> = ReturnType<typeof useSelection<T>>

/** Minimum number of resources that are collapsed into one row. Fewer are listed individually. */
const FOLDED_FROM = 3

/** The sweeps whose resources are listed individually. Kept when another page is opened. */
export const unfoldedSweeps = createValue<ReadonlySet<string>>(new Set())

/** Toggles between listing the resources of a sweep individually and as one row. */
export function toggleFold(sweep: string): void {
  const unfolded = unfoldedSweeps.get()
  const others = [...unfolded].filter((one) => one !== sweep)
  unfoldedSweeps.set(new Set(unfolded.has(sweep) ? others : [...others, sweep]))
}

interface Run<T> {
  /** Undefined if the resources are listed individually. */
  sweep: string | undefined
  items: readonly [T, ...T[]]
}

/**
 * Groups the resources of each sweep at the position of its first resource, even if other resources are in between.
 * Resources without a sweep, and sweeps that are too small to be collapsed, are not grouped.
 */
export function sweepRuns<T extends Tagged>(items: readonly T[]): Run<T>[] {
  const sweeps = Map.groupBy(items, sweepOf)
  const runs: Run<T>[] = []
  for (const item of items) {
    const sweep = sweepOf(item)
    const [first, ...others] = (sweep !== undefined && sweeps.get(sweep)) || []
    if (!first || others.length + 1 < FOLDED_FROM) runs.push({ sweep: undefined, items: [item] })
    else if (item === first) runs.push({ sweep, items: [first, ...others] })
  }
  return runs
}

/** Returns how many resources are not listed in their own row if all sweeps are collapsed. */
export function hiddenByFolds(items: readonly Tagged[]): number {
  return sweepRuns(items).reduce((sum, run) => sum + (run.sweep === undefined ? 0 : run.items.length - 1), 0)
}

/** Collapses the resources of each sweep into one row, except for expanded sweeps. */
export function foldRuns<T extends Tagged, F extends Fold<T>>(
  items: readonly T[],
  unfolded: ReadonlySet<string>,
  foldOf: (fold: Omit<Fold<T>, 'name'>, all: readonly [T, ...T[]]) => F,
  folded: (first: T, fold: F) => T & { fold?: F },
): (T & { fold?: F })[] {
  return sweepRuns(items).flatMap(({ sweep, items: run }): (T & { fold?: F })[] => {
    if (sweep === undefined) return [...run]
    const [first, ...others] = run
    const isOpen = unfolded.has(sweep)
    const fold = foldOf({ sweep, isOpen, items: isOpen ? [first] : run, listed: run.length }, run)
    return isOpen ? [{ ...first, fold }, ...others] : [folded(first, fold)]
  })
}

/**
 * Returns the id of the sweep that a resource belongs to. Undefined if there is none, or if it has no swept parameters.
 */
export function sweepOf({ properties: { Tags } }: Tagged): string | undefined {
  if (sweptParameters(Tags).length === 0) return undefined
  return Tags.find((tag) => tag.startsWith(`${SWEEP_TAG}=`))?.slice(SWEEP_TAG.length + 1)
}

/** Returns the name of a sweep’s job without its values. */
export function commonName(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(': '))) || name
}

/** Returns the id of the sweep that a row represents. Undefined for other rows. */
export function foldedSweep({ fold }: { fold?: Pick<Fold<unknown>, 'sweep' | 'isOpen'> }): string | undefined {
  return fold?.isOpen === false ? fold.sweep : undefined
}

/** Returns the path of the sweep that a row represents. Undefined for other rows, which open their resource. */
export function addressOf(row: Parameters<typeof foldedSweep>[0]): string | undefined {
  const sweep = foldedSweep(row)
  return sweep === undefined ? undefined : `/jobs/sweeps/${encodeURIComponent(sweep)}`
}

/** Returns the resources that a row represents. */
export function itemsOf<T>(row: Folding<T>): readonly T[] {
  return row.fold?.items ?? [row]
}

export function itemsInOrder<T>(rows: readonly Folding<T>[]): T[] {
  return rows.flatMap((row) => [...itemsOf<T>(row)])
}

/** Converts a selection of resources to one of rows. Selecting a collapsed sweep selects all its resources. */
export function selectionOfRows<T, Row extends Folding<T>>(selection: Selection<T>): Selection<Row> {
  const has = (row: Row) => itemsOf<T>(row).every(selection.has)
  const toggle = (row: Row, range?: boolean) => selection.toggle(row, range, itemsOf<T>(row))
  return { ...selection, has, toggle } as unknown as Selection<Row>
}
