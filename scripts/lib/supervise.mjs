import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './say.mjs'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
const CALM_MS = 30_000

/**
 * Keeps a part running. Its first start must succeed; after that it is restarted whenever it exits, with increasing
 * delays, until it is stopped.
 * @param {string} name
 * @param {() => Promise<import('./child.mjs').Part>} start
 * @param {AbortSignal} signal
 */
export async function supervise(name, start, signal) {
  let part = await start()
  let pause = FIRST_PAUSE_MS
  say(name, 'ready', part.detail)
  const life = (async () => {
    for (;;) {
      const since = performance.now()
      const reason = await part.ended
      if (signal.aborted) return
      pause = performance.now() - since > CALM_MS ? FIRST_PAUSE_MS : pause
      say(name, 'ended', `unexpectedly (${reason}); restarting`)
      const again = await startAgain()
      if (!again) return
      part = again
      say(name, 'ready', part.detail)
    }
  })()

  async function startAgain() {
    while (!signal.aborted) {
      await sleep(pause, undefined, { signal }).catch(() => {})
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      if (signal.aborted) return
      try {
        return await start()
      } catch (error) {
        if (!signal.aborted) say(name, 'failed', error instanceof Error ? error.message : String(error))
      }
    }
  }

  return {
    /** Call after aborting the signal; resolves when the part has exited. */
    async stop() {
      await part.stop()
      await life
      await part.stop()
    },
  }
}
