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

/** Moving the current cell must not write the address for each key. */
const SETTLE_MS = 300

/** The state of a table, which starts as the address has it and is written there once it settles. */
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
