/**
 * Returns `call`, which runs `work` after a delay, and `stop`. Calls during the delay share one run, and calls during a
 * run share the next.
 */
export function coalesce(work: () => Promise<void>, delayMs: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isCalled = false
  let isStopped = false

  function call(): void {
    isCalled = true
    if (!isRunning && !isStopped) timer ??= setTimeout(() => void run(), delayMs())
  }

  async function run(): Promise<void> {
    isCalled = false
    isRunning = true
    try {
      await work()
    } finally {
      isRunning = false
      timer = undefined
      if (isCalled) call()
    }
  }

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
  }

  return { call, stop }
}
