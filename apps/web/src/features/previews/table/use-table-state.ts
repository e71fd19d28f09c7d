import { use, useEffect, useRef, useState } from 'react'
import { TableAddressContext, type TableState } from './table-state.ts'

const PLAIN: TableState = {
  where: [],
  ignoreCase: false,
  sort: undefined,
  find: '',
  columns: { as: 'hidden', names: [] },
  cell: undefined,
}

/** Debounce time of URL updates, so that moving the current cell doesn't update the URL on every key press. */
const SETTLE_MS = 300

/** State of a table, which is initialized from the URL and written back to it with a delay. */
export function useTableState() {
  const address = use(TableAddressContext)
  const [state, setState] = useState(() => address?.read() ?? PLAIN)
  const written = useRef(state)
  useEffect(() => {
    if (!address || state === written.current) return
    const timer = setTimeout(() => {
      written.current = state
      address.write(state)
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [state, address])
  return [state, setState] as const
}
