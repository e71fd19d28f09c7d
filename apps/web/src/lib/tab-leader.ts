/**
 * Runs `lead` in one visible tab per browser and name, and the function it returns when the tab is hidden, closed or stops.
 * The next visible tab takes over at once. Where the page isn't a secure context there are no locks, and each visible tab
 * leads. Returns how to stop.
 */
export function leadWhileVisible(name: string, lead: () => () => void): () => void {
  let leave: (() => void) | undefined
  let request: AbortController | undefined

  function join(): void {
    request = new AbortController()
    const { signal } = request
    const holding = navigator.locks
      ? navigator.locks.request(name, { signal }, () => (signal.aborted ? undefined : held()))
      : held()
    holding.catch(() => undefined)
  }

  /** Settles when this tab leaves; until then the lock is held. */
  function held(): Promise<void> {
    const stop = lead()
    return new Promise((resolve) => {
      leave = () => {
        leave = undefined
        stop()
        resolve()
      }
    })
  }

  function quit(): void {
    request?.abort()
    request = undefined
    leave?.()
  }

  function follow(): void {
    if (document.visibilityState === 'hidden') quit()
    else if (!request) join()
  }

  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    quit()
  }
}
