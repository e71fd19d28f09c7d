import type { FetchLine } from '@millrace/contracts/work-data'
import { ApiProblem, call } from './api.ts'
import type { SirenAction } from './siren.ts'

interface Options {
  tags: readonly string[]
  idempotencyKey: string
  signal: AbortSignal
  onProgress(receivedBytes: number, totalBytes: number | null): void
}

/**
 * Lets the server fetch a file, and resolves with the URL, name and size of the work data. Throws ApiProblem on
 * failure.
 */
export async function fetchFromUrl(
  { href, method = 'POST' }: SirenAction,
  Url: string,
  { tags, idempotencyKey, signal, onProgress }: Options,
): Promise<{ href: string; name: string; sizeInBytes: number }> {
  const headers = { 'idempotency-key': idempotencyKey }
  const reply = await call(href, { method, body: { Url, Tags: tags }, headers, signal })
  for await (const line of linesOf(reply)) {
    if ('Problem' in line) throw new ApiProblem(line.Problem.status, line.Problem.title, line.Problem)
    if ('WorkDataUrl' in line) {
      return { href: line.WorkDataUrl, name: line.Name, sizeInBytes: line.SizeInBytes }
    }
    onProgress(line.ReceivedBytes, line.TotalBytes)
  }
  throw new ApiProblem(0, '', { detail: 'Connection lost.' })
}

async function* linesOf({ body }: Response): AsyncIterable<FetchLine> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let rest = ''; ; ) {
    const read = await reader?.read().catch(lost)
    if (!read || read.done) return
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as FetchLine
  }
}

function lost(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new ApiProblem(0, '', { detail: 'Connection lost.' })
}
