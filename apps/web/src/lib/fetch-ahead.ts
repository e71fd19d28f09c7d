/** While the page draws each frame, such as while it scrolls, browsers give less idle time than this. */
const STILL_MS = 30

/** Without a notice of idle time. */
const PAUSE_MS = 200

/** Fetches and runs one after the other, while the page draws nothing new, because running code holds up frames. */
export async function fetchAhead(loads: readonly (() => Promise<unknown> | undefined)[]): Promise<void> {
  for (const load of loads) {
    await stillness()
    // What fails here is fetched again when it is needed, and fails there in words.
    await load()?.catch(() => {})
  }
}

function stillness(): Promise<void> {
  return new Promise((resolve) => {
    if (!window.requestIdleCallback) {
      setTimeout(resolve, PAUSE_MS)
      return
    }
    const look = (idle: IdleDeadline) => (idle.timeRemaining() > STILL_MS ? resolve() : void requestIdleCallback(look))
    requestIdleCallback(look)
  })
}
