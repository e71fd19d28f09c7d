import { createContext, use, useSyncExternalStore } from 'react'
import { createValue, type Value } from '#lib/value.ts'

/** While a connection is drawn, the handles it may end at, as `<node> <handle>`. */
export type ConnectableHandles = ReadonlySet<string> | undefined

export const ConnectableHandlesContext = createContext<Value<ConnectableHandles>>(
  createValue<ConnectableHandles>(undefined),
)

/** Identifies a handle on the canvas. */
export const handleKey = (node: string, handle: string) => `${node} ${handle}`

/** Whether a connection that is being drawn may end at a handle. Undefined while none is. */
export function useIsConnectable(node: string, handle: string): boolean | undefined {
  const connectable = use(ConnectableHandlesContext)
  return useSyncExternalStore(connectable.subscribe, () => connectable.get()?.has(handleKey(node, handle)))
}
