import { useState } from 'react'

/**
 * A selection of rows that keeps what was selected over pages. `keyOf` identifies rows. Rows of another list, such as with
 * another filter, are no longer selected: nobody would see them.
 */
export function useSelection<T>(rows: readonly T[], keyOf: (row: T) => string, list: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map())
  const [last, setLast] = useState<string>()
  const [known, setKnown] = useState(list)
  const [isPart, setIsPart] = useState(false)
  if (known !== list) {
    setKnown(list)
    clear()
    setLast(undefined)
  }

  function clear() {
    setChosen(new Map())
    setIsPart(false)
  }

  function toggle(row: T, range = false) {
    const key = keyOf(row)
    const keys = rows.map(keyOf)
    const from = range && last !== undefined ? keys.indexOf(last) : -1
    const to = keys.indexOf(key)
    const span = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    const adds = !chosen.has(key)
    const next = new Map(chosen)
    for (const item of span) {
      if (adds) next.set(keyOf(item), item)
      else next.delete(keyOf(item))
    }
    setChosen(next)
    setLast(key)
  }

  const fresh = new Map(rows.map((row) => [keyOf(row), row]))
  return {
    /** The list whose rows they are. */
    list,
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
      else setChosen(new Map([...chosen, ...fresh]))
    },
    /** Selects these rows, of so many if all were wanted. */
    replace: (next: readonly T[], total = next.length) => {
      setChosen(new Map(next.map((row) => [keyOf(row), row])))
      setIsPart(total > next.length)
    },
    clear,
  }
}
