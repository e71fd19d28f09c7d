/** Runs a function after the next frame is drawn. Returns a function that cancels it. */
export function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Timeout: a busy machine may have no idle time, so the callback runs after this long at the latest. */
const PATIENCE_MS = 100

/** Runs a function once the browser is idle, or after a short timeout. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  if (!window.requestIdleCallback) return afterFrame(run)
  const request = requestIdleCallback(run, { timeout: PATIENCE_MS })
  return () => cancelIdleCallback(request)
}
