import { useCallback, useMemo, useState } from 'react'
import { ancestorsOf, jsonHits } from './json-hits.ts'
import { type JsonValue, jsonRows, opensAtFirst } from './json-rows.ts'
import { useTreeFind } from './use-tree-find.ts'

/** The rows of a value, which of them are open, and a search in all of them. */
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
    /** Leaves the outermost value open. */
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
