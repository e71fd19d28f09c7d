import { readBytes } from '#lib/read-bytes.ts'

export type PdfCommand =
  | { command: 'page'; page: number }
  | { command: 'find'; text: string }
  | { command: 'hit'; step: 1 | -1 }
  | { command: 'zoom'; zoom: 'in' | 'out' | 'width' }

/** The state that the toolbar shows, as reported by the document. */
export interface PdfState {
  pages: number
  page: number
  matches: number
  match: number
  isSearching: boolean
  failed: boolean
}

export const NO_PAGES: PdfState = { pages: 0, page: 1, matches: 0, match: 0, isSearching: false, failed: false }

const RANGE_MOST = 64_000_000

/**
 * Connects to the sandboxed document that renders a PDF. The document has no network access, so it requests ranges of
 * the file from this page. It has no origin either, so it is recognized by its window, and its messages are validated.
 * Returns functions that send a command to the document and that close the connection.
 */
export function openPdfChannel(
  frame: HTMLIFrameElement,
  file: { href: string; size: number },
  onState: (change: Partial<PdfState>) => void,
) {
  const ended = new AbortController()
  const send = (message: object, transfer: Transferable[] = []) =>
    frame.contentWindow?.postMessage(message, { targetOrigin: '*', transfer })

  async function sendRange(range: { start: number; end: number }) {
    try {
      const bytes = await readBytes(file.href, range, ended.signal)
      send({ command: 'bytes', begin: range.start, bytes: bytes.buffer }, [bytes.buffer])
    } catch {
      if (!ended.signal.aborted) send({ command: 'unreadable' })
    }
  }

  function onMessage({ source, data }: MessageEvent<unknown>) {
    if (source !== frame.contentWindow) return
    const range = rangeOf(data, file.size)
    if (range) void sendRange(range)
    else onState(stateOf(data))
  }

  addEventListener('message', onMessage, { signal: ended.signal })
  return {
    send: (command: PdfCommand) => send(command),
    close: () => ended.abort(),
  }
}

/**
 * Returns the byte range that a message requests, clipped at the end of the file. Undefined if the message requests
 * none, or one that is invalid or too large.
 */
export function rangeOf(message: unknown, size: number): { start: number; end: number } | undefined {
  if (typeof message !== 'object' || message === null || !('range' in message)) return undefined
  const [start, end] = Array.isArray(message.range) ? (message.range as unknown[]) : []
  if (!Number.isInteger(start) || !Number.isInteger(end)) return undefined
  const range = { start: start as number, end: Math.min(end as number, size) }
  return range.start >= 0 && range.start < range.end && range.end - range.start <= RANGE_MOST ? range : undefined
}

/** Returns the valid state properties of a message and ignores everything else. */
export function stateOf(message: unknown): Partial<PdfState> {
  if (typeof message !== 'object' || message === null) return {}
  const state: Partial<PdfState> = {}
  const entries = message as Record<string, unknown>
  for (const name of ['pages', 'page', 'matches', 'match'] as const) {
    const value = entries[name]
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) state[name] = value
  }
  for (const name of ['isSearching', 'failed'] as const) {
    if (typeof entries[name] === 'boolean') state[name] = entries[name]
  }
  return state
}
