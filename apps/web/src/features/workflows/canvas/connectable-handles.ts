import { createContext, use, useSyncExternalStore } from 'react'
import { createValue, type Value } from '#lib/value.ts'

/**
 * The handles that the connection being drawn may end at, as `<node> <handle>`. Undefined if no connection is being
 * drawn.
 */
export type ConnectableHandles = ReadonlySet<string> | undefined

export const ConnectableHandlesContext = createContext<Value<ConnectableHandles>>(
  createValue<ConnectableHandles>(undefined),
)

export const handleKey = (node: string, handle: string) => `${node} ${handle}`

/** Returns whether the connection being drawn may end at a handle. Undefined if no connection is being drawn. */
export function useIsConnectable(node: string, handle: string): boolean | undefined {
  const connectable = use(ConnectableHandlesContext)
  return useSyncExternalStore(connectable.subscribe, () => connectable.get()?.has(handleKey(node, handle)))
}
