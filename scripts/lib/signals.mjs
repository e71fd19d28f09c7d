import { say } from './say.mjs'

/**
 * Returns a controller that the first stop signal aborts. Later signals are ignored, because a terminal and npm may
 * both forward the same signal.
 * @returns {AbortController}
 */
export function stopOnSignals() {
  const stop = new AbortController()
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      if (stop.signal.aborted) return
      say('Millrace', 'stopping', name)
      stop.abort()
    })
  }
  return stop
}
