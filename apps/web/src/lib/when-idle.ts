/** Runs something after the next frame is drawn. Returns how to cancel it. */
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

/** Longer than this, a busy machine may have no idle time. */
const PATIENCE_MS = 100

/** Runs something once the browser has nothing else to do, or soon. Returns how to cancel it. */
export function whenIdle(run: () => void): () => void {
  if (!window.requestIdleCallback) return afterFrame(run)
  const request = requestIdleCallback(run, { timeout: PATIENCE_MS })
  return () => cancelIdleCallback(request)
}
