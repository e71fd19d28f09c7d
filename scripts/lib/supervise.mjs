import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './say.mjs'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
const CALM_MS = 30_000

/**
 * A part that is kept running.
 * @typedef {object} Supervised
 * @property {() => number} endings how often the part has ended unexpectedly
 * @property {() => Promise<unknown>} ready settles when the part runs, or when everything stops
 * @property {() => Promise<void>} stop call after aborting the signal; settles when the part has exited
 */

/**
 * Keeps a part running until it is stopped: restarts the part whenever it exits, with increasing delays. Throws if the
 * first start fails, unless a part that it needs ended during that start.
 * @param {string} name
 * @param {() => Promise<import('./child.mjs').Part>} start
 * @param {{ signal: AbortSignal, needs: Supervised[] }} options `needs`: the parts that are already running
 * @returns {Promise<Supervised>}
 */
export async function supervise(name, start, { signal, needs }) {
  let part = await firstStart(name, start, { signal, needs })
  let endings = 0
  /** @type {Promise<unknown>} */
  let ready = Promise.resolve()
  let pause = FIRST_PAUSE_MS
  say(name, 'ready', part.detail)
  const life = (async () => {
    for (;;) {
      const since = performance.now()
      const reason = await part.ended
      if (signal.aborted) return
      endings += 1
      pause = performance.now() - since > CALM_MS ? FIRST_PAUSE_MS : pause
      say(name, 'ended', `unexpectedly (${reason}); restarting`)
      const restarted = startAgain()
      ready = restarted
      const again = await restarted
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
        const started = await start()
        if (!signal.aborted) return started
        await started.stop()
      } catch (error) {
        if (!signal.aborted) say(name, 'failed', messageOf(error))
      }
    }
  }

  return {
    endings: () => endings,
    ready: () => ready,
    async stop() {
      await part.stop()
      await life
    },
  }
}

/**
 * Starts a part for the first time. If that fails because a part in `needs` has ended, starts it again once the parts
 * in `needs` are running.
 * @param {string} name
 * @param {() => Promise<import('./child.mjs').Part>} start
 * @param {{ signal: AbortSignal, needs: Supervised[] }} options
 */
async function firstStart(name, start, { signal, needs }) {
  const endings = () => needs.reduce((sum, part) => sum + part.endings(), 0)
  for (;;) {
    const before = endings()
    try {
      return await start()
    } catch (error) {
      if (signal.aborted || endings() === before) throw error
      say(name, 'failed', messageOf(error))
      await Promise.all(needs.map((part) => part.ready()))
      if (signal.aborted) throw error
    }
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
