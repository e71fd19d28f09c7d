import { useSyncExternalStore } from 'react'

/** A value outside of React that components can subscribe to. */
export interface Value<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

/** Creates a value that notifies its subscribers when it is set to a different one. */
export function createValue<T>(initial: T): Value<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return
      current = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Returns the current value, and renders the component again when it changes. */
export function useValue<T>(value: Value<T>): T {
  return useSyncExternalStore(value.subscribe, value.get, value.get)
}
