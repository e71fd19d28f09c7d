import { useCallback, useMemo, useState } from 'react'
import { ancestorsOf, jsonHits } from './json-hits.ts'
import { type JsonValue, jsonRows, opensAtFirst } from './json-rows.ts'
import { useTreeFind } from './use-tree-find.ts'

/** State of a tree: its rows, which of them are expanded, and a search that includes collapsed rows. */
export function useJsonTree(value: JsonValue) {
  const [touched, setTouched] = useState<ReadonlyMap<string, boolean>>(new Map())
  const rows = useMemo(
    () => jsonRows(value, (pointer, depth, size) => touched.get(pointer) ?? opensAtFirst(pointer, depth, size)),
    [value, touched],
  )
  const open = (pointers: readonly string[], isOpen: boolean) =>
    setTouched((before) => new Map([...before, ...pointers.map((pointer) => [pointer, isOpen] as const)]))
  const foldable = () => jsonRows(value, () => true).filter(({ size }) => size)
  return {
    rows,
    open,
    expandAll: () =>
      open(
        foldable().map(({ pointer }) => pointer),
        true,
      ),
    /** Collapses all rows except the root. */
    collapseAll: () =>
      open(
        foldable().flatMap(({ pointer, depth }) => (depth === 0 ? [] : [pointer])),
        false,
      ),
    find: useTreeFind({
      hitsOf: useCallback((words: string) => jsonHits(value, words), [value]),
      onShow: (pointer) => open(ancestorsOf(pointer), true),
    }),
  }
}
