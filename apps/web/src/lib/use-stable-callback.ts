import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function that stays identical on every render and calls the latest `act`, so that memoized rows that
 * receive it need not render again.
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
