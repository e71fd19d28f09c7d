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

/** Runs something once the browser has nothing else to do. Returns how to cancel it. */
export function whenIdle(run: () => void): () => void {
  if (!window.requestIdleCallback) return afterFrame(run)
  const request = requestIdleCallback(run)
  return () => cancelIdleCallback(request)
}
