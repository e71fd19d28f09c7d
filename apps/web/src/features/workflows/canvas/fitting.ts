import { createContext, use, useSyncExternalStore } from 'react'
import { createValue, type Value } from '#lib/value.ts'

/** While a connection is drawn, the handles it may end at, as `<node> <handle>`. */
export type Fitting = ReadonlySet<string> | undefined

export const FittingContext = createContext<Value<Fitting>>(createValue<Fitting>(undefined))

/** Identifies a handle on the canvas. */
export const handleKey = (node: string, handle: string) => `${node} ${handle}`

/** Whether a connection that is being drawn may end at a handle. Undefined while none is. */
export function useFits(node: string, handle: string): boolean | undefined {
  const fitting = use(FittingContext)
  return useSyncExternalStore(fitting.subscribe, () => fitting.get()?.has(handleKey(node, handle)))
}
