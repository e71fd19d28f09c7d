/**
 * A page counts as still if an idle callback has more time than this. Browsers give callbacks less time while they draw
 * every frame, such as during scrolling.
 */
const STILL_MS = 30

/** Timeout: the code is loaded after this time even if the page is never still, such as on a busy machine. */
const PATIENCE_MS = 10_000

/** The pause if the browser has no idle callback. */
const PAUSE_MS = 200

/** Loads modules one after the other while the page is idle, because running their code delays frames. */
export async function prefetch(
  loads: readonly (() => Promise<unknown> | undefined)[],
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (const load of loads) {
    await stillness(deadline, signal)
    if (signal.aborted) return
    // A module that fails to load is loaded again when it is needed, and the error is shown there.
    await load()?.catch(() => {})
  }
}

function stillness(deadline: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!window.requestIdleCallback) {
      setTimeout(resolve, PAUSE_MS)
      return
    }
    const wait = () => {
      const timeout = Math.max(PAUSE_MS, deadline - performance.now())
      requestIdleCallback(
        (idle) =>
          idle.timeRemaining() > STILL_MS || performance.now() >= deadline || signal.aborted ? resolve() : wait(),
        { timeout },
      )
    }
    wait()
  })
}
