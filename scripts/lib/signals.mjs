import { say } from './say.mjs'

/**
 * The first stop signal aborts the returned signal. A terminal and npm may both forward the same signal, so later ones are
 * ignored.
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
