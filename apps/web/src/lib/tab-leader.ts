/**
 * Runs `lead` in one visible tab per browser and name. When that tab is hidden, closed or stopped, the function that
 * `lead` returned is called, and the next visible tab takes over immediately. Locks are missing outside of secure
 * contexts, so every visible tab leads there. Returns a function that stops this.
 */
export function leadWhileVisible(name: string, lead: () => () => void): () => void {
  let leave: (() => void) | undefined
  let request: AbortController | undefined

  function join(): void {
    request = new AbortController()
    const { signal } = request
    const holding = navigator.locks
      ? navigator.locks.request(name, { signal }, () => (signal.aborted ? undefined : leadUntilQuit()))
      : leadUntilQuit()
    holding.catch(() => undefined)
  }

  /** The lock is held until this tab stops leading. */
  function leadUntilQuit(): Promise<void> {
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
