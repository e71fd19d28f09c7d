import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readDocument } from '#lib/siren.ts'

export interface LogLine {
  At: string
  Stream: 'out' | 'err'
  Text: string
  Attempt: number
}

interface LogPageProperties {
  Lines: LogLine[]
  Offset: number
  NextOffset: number
  Total: number
  /** Whether the log reached its size limit or its owner had no storage left, so later output was not kept. */
  Truncated: boolean
}

/** Number of lines per request. Full pages never change, but the last page grows. */
export const LOG_PAGE = 1000

export interface LogTail {
  total: number
  truncated: boolean
  /** 0-based index of the first line in `lines`, a multiple of LOG_PAGE. */
  offset: number
  lines: LogLine[]
}

export const jobLogQueries = {
  /** Log events refresh this query by its key. */
  tail: (jobHref: string, linesHref: string) =>
    queryOptions({
      queryKey: ['job-logs', 'detail', jobHref],
      queryFn: ({ client, signal }) => readTail({ client, signal, jobHref, linesHref }),
      staleTime: 5000,
    }),

  /** A full page, which never changes. */
  page: (linesHref: string, index: number) =>
    queryOptions({
      queryKey: ['job-log-pages', linesHref, index],
      queryFn: async ({ signal }) => (await readPage(linesHref, index * LOG_PAGE, LOG_PAGE, signal)).Lines,
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

interface TailRequest {
  client: QueryClient
  signal: AbortSignal
  jobHref: string
  linesHref: string
}

/**
 * Loads the end of the log, starting with the page that was last when the log was cached. Without a cached log,
 * requests the length first.
 */
async function readTail({ client, signal, jobHref, linesHref }: TailRequest): Promise<LogTail> {
  const before = client.getQueryData<LogTail>(['job-logs', 'detail', jobHref])
  const total = before?.total ?? (await readPage(linesHref, 0, 1, signal)).Total
  let offset = startOfPage(total)
  let page = await readPage(linesHref, offset, LOG_PAGE, signal)
  while (startOfPage(page.Total) > offset) {
    offset = startOfPage(page.Total)
    page = await readPage(linesHref, offset, LOG_PAGE, signal)
  }
  return { total: page.Total, truncated: page.Truncated, offset, lines: page.Lines }
}

async function readPage(
  linesHref: string,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<LogPageProperties> {
  const url = new URL(linesHref)
  url.searchParams.set('offset', String(offset))
  url.searchParams.set('limit', String(limit))
  return (await readDocument<LogPageProperties>(url.href, signal)).properties
}

/** Returns the start of the page with the last line. The last line of a log of exactly one page is on page 0. */
export function startOfPage(total: number): number {
  return Math.floor(Math.max(0, total - 1) / LOG_PAGE) * LOG_PAGE
}
