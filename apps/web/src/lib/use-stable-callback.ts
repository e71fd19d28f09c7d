import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same on every render and calls the newest `act`, so that memoized rows that get it need not
 * render again.
 */
export function useStableCallback<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
