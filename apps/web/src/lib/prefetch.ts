/** While the page draws each frame, such as while it scrolls, browsers give less idle time than this. */
const STILL_MS = 30

/** A page that is never still, such as on a busy machine, gets the code after this time. */
const PATIENCE_MS = 10_000

/** The pause if the browser has no idle time, or doesn’t report it. */
const PAUSE_MS = 200

/** Fetches and runs one after the other, while the page draws nothing new, because running code holds up frames. */
export async function prefetch(
  loads: readonly (() => Promise<unknown> | undefined)[],
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (const load of loads) {
    await stillness(deadline, signal)
    if (signal.aborted) return
    // What fails here is fetched again when it is needed, and fails there in words.
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
