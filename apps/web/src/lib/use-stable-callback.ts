import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a function that never changes and calls the latest `act`, so memoized rows need not render again. */
export function useStableCallback<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
