import { useState } from 'react'

interface Selected<T> {
  /** Identifies a selection. Replaced when the list changes or the selection is cleared. */
  pass: { list: string }
  chosen: ReadonlyMap<string, T>
  /** The key of the last toggled row. */
  last?: string
  isPart?: boolean
}

/**
 * A selection of rows that keeps the selected rows when another page is opened. `keyOf` identifies rows. The selection
 * is cleared if the list changes, such as by a filter, because the selected rows would no longer be visible.
 */
export function useSelection<T>(rows: readonly T[], keyOf: (row: T) => string, list: string) {
  const [{ pass, chosen, last, isPart = false }, setSelected] = useState<Selected<T>>(nothing)
  if (pass.list !== list) clear()

  function nothing(): Selected<T> {
    return { pass: { list }, chosen: new Map() }
  }

  function clear() {
    setSelected(nothing)
  }

  /**
   * With `range`, toggles all rows between the last toggled row and this one. `together` are the rows that a collapsed
   * row represents.
   */
  function toggle(row: T, range = false, together: readonly T[] = [row]) {
    const keys = rows.map(keyOf)
    const from = range && last !== undefined ? keys.indexOf(last) : -1
    const places = together.map((one) => keys.indexOf(keyOf(one)))
    const span = from < 0 ? together : rows.slice(Math.min(from, ...places), Math.max(from, ...places) + 1)
    const adds = !together.every((one) => chosen.has(keyOf(one)))
    const next = new Map(chosen)
    for (const item of span) {
      if (adds) next.set(keyOf(item), item)
      else next.delete(keyOf(item))
    }
    setSelected({ pass, chosen: next, last: keyOf(row) })
  }

  const fresh = new Map(rows.map((row) => [keyOf(row), row]))
  return {
    /** Identifies the selection. Pass it to `replace`. */
    pass,
    /** Whether the user chose “Select all”, but the list has more rows than can be selected. */
    isPart: isPart && chosen.size > 0,
    items: [...chosen].map(([key, row]) => fresh.get(key) ?? row),
    has: (row: T) => chosen.has(keyOf(row)),
    toggle,
    toggleAll: () => {
      const all = rows.every((row) => chosen.has(keyOf(row)))
      if (all) clear()
      else setSelected({ pass, chosen: new Map([...chosen, ...fresh]) })
    },
    /**
     * Has no effect if the list has changed or the selection was cleared since `asked`, even if `replace` is from an
     * earlier render.
     */
    replace: (next: readonly T[], total: number, asked: Selected<T>['pass']) =>
      setSelected((now) =>
        now.pass === asked
          ? { pass: asked, chosen: new Map(next.map((row) => [keyOf(row), row])), isPart: total > next.length }
          : now,
      ),
    clear,
  }
}
