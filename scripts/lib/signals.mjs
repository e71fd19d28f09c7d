import { say } from './say.mjs'

/**
 * The first signal to stop aborts what is returned. A terminal and npm both hand the same signal down, so a second
 * one means nothing new.
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
