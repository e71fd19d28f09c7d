import { useState } from 'react'

interface Selected<T> {
  /** Ends when the list changes or the selection is left. */
  pass: { list: string }
  chosen: ReadonlyMap<string, T>
  /** The key of the row that was toggled last. */
  last?: string
  isPart?: boolean
}

/**
 * A selection of rows that keeps what was selected over pages. `keyOf` identifies rows. Rows of another list, such as with
 * another filter, are no longer selected: nobody would see them.
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

  /** `together` are the rows that a folded row stands for. */
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
    /** All rows were wanted, but the list has more than can be selected. */
    isPart: isPart && chosen.size > 0,
    /** The selected rows, each in its newest form. */
    items: [...chosen].map(([key, row]) => fresh.get(key) ?? row),
    has: (row: T) => chosen.has(keyOf(row)),
    toggle,
    /** Selects or leaves all rows on screen. */
    toggleAll: () => {
      const all = rows.every((row) => chosen.has(keyOf(row)))
      if (all) clear()
      else setSelected({ pass, chosen: new Map([...chosen, ...fresh]) })
    },
    /**
     * Selects these rows, out of `total`. Does nothing if the list has changed or the selection was left since `asked`,
     * even if an earlier render passed this function.
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
