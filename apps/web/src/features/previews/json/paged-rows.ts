import type { JsonChild } from '@millrace/contracts/json-trees'
import { LIMITS } from '@millrace/contracts/limits'
import { formatCount } from '#lib/format.ts'
import { escapeKey } from './json-rows.ts'

/** A page of the children of the object or array `at`, starting at child `from`. */
export interface PageAt {
  at: number
  from: number
}

/** One row of the tree of a large file: a value, a group of values, or a placeholder for a page that is not loaded. */
export interface PagedRow {
  id: string
  depth: number
  name: string | undefined
  pointer: string | undefined
  size: number | undefined
  isOpen: boolean
  /** Undefined for a group and for a placeholder. */
  value: JsonChild | undefined
  /** The page that is loading or has failed to load, for a placeholder. */
  page: PageAt | undefined
}

interface Tree {
  root: JsonChild
  /** The rows that the user expanded (true) or collapsed (false). */
  touched: ReadonlyMap<string, boolean>
  pageOf(page: PageAt): readonly JsonChild[] | undefined
}

interface Walk extends Tree {
  rows: PagedRow[]
  pages: PageAt[]
}

const PAGE = LIMITS.previewJsonValues
const GROUPS_MAX = 100

/**
 * Returns the rows of the tree, with placeholders for pages that are not loaded, and the pages that the expanded rows
 * need.
 */
export function pagedRows(tree: Tree): Pick<Walk, 'rows' | 'pages'> {
  const walk: Walk = { ...tree, rows: [], pages: [] }
  addValue(walk, tree.root, { name: undefined, pointer: '', depth: 0 })
  return walk
}

function addValue(walk: Walk, value: JsonChild, place: Pick<PagedRow, 'name' | 'pointer' | 'depth'>): void {
  const id = String(value.At)
  const size = value.Size ?? undefined
  const isOpen = Boolean(size) && (walk.touched.get(id) ?? place.depth === 0)
  walk.rows.push({ ...place, id, size, isOpen, value, page: undefined })
  if (isOpen && size) addRange(walk, { ...place, depth: place.depth + 1, at: value.At, from: 0, to: size })
}

interface Range {
  at: number
  pointer: string | undefined
  depth: number
  from: number
  to: number
}

/** Adds the children in a range: up to 100 values, or, if there are more, up to 100 groups of them. */
function addRange(walk: Walk, range: Range): void {
  const count = range.to - range.from
  if (count <= PAGE) {
    addPage(walk, range)
    return
  }
  let groupSize: number = PAGE
  while (count / groupSize > GROUPS_MAX) groupSize *= GROUPS_MAX
  for (let from = range.from; from < range.to; from += groupSize) {
    const to = Math.min(range.to, from + groupSize)
    const id = `${range.at}:${from}-${groupSize}`
    const isOpen = walk.touched.get(id) ?? from === 0
    const name = `${formatCount(from)} – ${formatCount(to - 1)}`
    walk.rows.push({
      id,
      depth: range.depth,
      name,
      pointer: undefined,
      size: to - from,
      isOpen,
      value: undefined,
      page: undefined,
    })
    if (isOpen) addRange(walk, { ...range, depth: range.depth + 1, from, to })
  }
}

function addPage(walk: Walk, { at, pointer, depth, from }: Range): void {
  const page = { at, from }
  walk.pages.push(page)
  const values = walk.pageOf(page)
  if (!values) {
    const id = `${pageId(page)}…`
    walk.rows.push({
      id,
      depth,
      name: undefined,
      pointer: undefined,
      size: undefined,
      isOpen: false,
      value: undefined,
      page,
    })
  }
  for (const [number, value] of (values ?? []).entries()) {
    const name = value.Key ?? String(from + number)
    // The path of values below a truncated key is unknown.
    const isKnown = pointer !== undefined && !value.KeyIsCut
    addValue(walk, value, { name, pointer: isKnown ? `${pointer}/${escapeKey(name)}` : undefined, depth })
  }
}

export const pageId = ({ at, from }: PageAt) => `${at}:${from}`
