import { useRef } from 'react'
import { ApiProblem } from './api.ts'
import { randomId } from './random-id.ts'

/**
 * Returns a function that sends a request with an idempotency key. A retry of the same request has the same key, so it
 * creates nothing twice if only the reply was lost.
 */
export function useIdempotent() {
  /** The keys of requests that have not succeeded. */
  const keys = useRef(new Map<string, string>())

  return async <T>(request: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(request)
    const key = keys.current.get(text) ?? randomId()
    keys.current.set(text, key)
    const result = await send(key).catch((error: unknown) => {
      // What the first attempt created was deleted.
      if (error instanceof ApiProblem && error.status === 404) keys.current.delete(text)
      throw error
    })
    keys.current.delete(text)
    return result
  }
}
