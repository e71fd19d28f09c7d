const RECONNECT_MS = [1000, 2000, 5000]

/** The input and the callbacks of an event stream. */
export interface StreamHandlers {
  /**
   * Returns the URL of the stream, which continues at this client’s position. Undefined if there can’t be a stream yet.
   */
  address(): Promise<string | undefined>
  /** `data` is empty for messages that only carry a position. */
  onMessage(data: string, position: string): void
  /** `isAgain` is true after an interruption. */
  onOpen(isAgain: boolean): void
  onBreak(): void
}

/** Returns a random 50 to 100 % of a growing delay, so that browsers don’t all reconnect at the same moment. */
export function reconnectMs(failures: number, random = Math.random): number {
  return (RECONNECT_MS[failures] ?? 10_000) * (1 - random() / 2)
}

/** Reads the event stream and reconnects with growing delays. Returns a function that stops it. */
export function readStream({ address, onMessage, onOpen, onBreak }: StreamHandlers): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false

  async function connect() {
    const href = await address().catch(() => undefined)
    if (stopped) return
    if (href === undefined) return retry()
    source = new EventSource(href, { withCredentials: true })
    source.onopen = () => {
      onOpen(failures > 0)
      failures = 0
    }
    const read = ({ data, lastEventId }: MessageEvent<string>) => onMessage(data, lastEventId)
    source.onmessage = read
    source.addEventListener('keepalive', read)
    source.onerror = () => {
      source?.close()
      onBreak()
      retry()
    }
  }

  function retry() {
    timer = setTimeout(() => void connect(), reconnectMs(failures))
    failures += 1
  }

  void connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    source?.close()
  }
}
