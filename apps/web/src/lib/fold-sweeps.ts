import { SWEEP_TAG, sweptParameters } from '@millrace/contracts/sweep-tags'
import type { useSelection } from './use-selection.ts'
import { createValue } from './value.ts'

interface Tagged {
  properties: { Tags: string[] }
}

/** What one row of a list stands for: the resources of a sweep on a page. */
export interface Fold<T> {
  sweep: string
  /** What the names of its jobs start with. */
  name: string
  /** The resources that the row stands for, itself included. */
  items: readonly T[]
  /** How many of its resources are listed, in this row or in rows of their own. */
  listed: number
  /** Its resources have rows of their own, the first of which folds them. */
  isOpen: boolean
}

type Folding<T> = T & { fold?: Fold<T> }
type Selection<T> = ReturnType<typeof useSelection<T>>

/** Fewer are listed one by one. */
const FOLDED_FROM = 3

/** The sweeps whose resources are listed one by one, also after another page was opened. */
export const unfoldedSweeps = createValue<ReadonlySet<string>>(new Set())

/** Lists the resources of a sweep one by one, or as one row again. */
export function toggleFold(sweep: string): void {
  const unfolded = unfoldedSweeps.get()
  const others = [...unfolded].filter((one) => one !== sweep)
  unfoldedSweeps.set(new Set(unfolded.has(sweep) ? others : [...others, sweep]))
}

interface Run<T> {
  /** Undefined if they are listed one by one. */
  sweep: string | undefined
  items: readonly [T, ...T[]]
}

/**
 * Groups the resources of each sweep at the position of its first one, even if others come between. Other resources, and
 * sweeps too small to fold, stay single.
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

/** How many resources have no row of their own while all sweeps are folded. */
export function hiddenByFolds(items: readonly Tagged[]): number {
  return sweepRuns(items).reduce((sum, run) => sum + (run.sweep === undefined ? 0 : run.items.length - 1), 0)
}

/** Puts the resources of a sweep into one row, except for those of unfolded sweeps. */
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

/** The id of the sweep that a resource belongs to. */
export function sweepOf({ properties: { Tags } }: Tagged): string | undefined {
  if (sweptParameters(Tags).length === 0) return undefined
  return Tags.find((tag) => tag.startsWith(`${SWEEP_TAG}=`))?.slice(SWEEP_TAG.length + 1)
}

/** The name of a job of a sweep without its values. */
export function commonName(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(': '))) || name
}

/** The sweep that a row stands for. */
export function foldedSweep({ fold }: { fold?: Pick<Fold<unknown>, 'sweep' | 'isOpen'> }): string | undefined {
  return fold?.isOpen === false ? fold.sweep : undefined
}

/** The page of the sweep that a row stands for. Other rows lead to their resource. */
export function addressOf(row: Parameters<typeof foldedSweep>[0]): string | undefined {
  const sweep = foldedSweep(row)
  return sweep === undefined ? undefined : `/jobs/sweeps/${encodeURIComponent(sweep)}`
}

/** The resources that a row stands for. */
export function itemsOf<T>(row: Folding<T>): readonly T[] {
  return row.fold?.items ?? [row]
}

/** All resources of rows, in the order of the rows. */
export function itemsInOrder<T>(rows: readonly Folding<T>[]): T[] {
  return rows.flatMap((row) => [...itemsOf<T>(row)])
}

/** Turns a selection of resources into one of rows. Selecting the row of a folded sweep selects all its resources. */
export function selectionOfRows<T, Row extends Folding<T>>(selection: Selection<T>): Selection<Row> {
  const has = (row: Row) => itemsOf<T>(row).every(selection.has)
  const toggle = (row: Row, range?: boolean) => selection.toggle(row, range, itemsOf<T>(row))
  return { ...selection, has, toggle } as unknown as Selection<Row>
}
