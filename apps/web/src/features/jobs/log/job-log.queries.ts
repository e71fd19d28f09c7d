import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readDocument } from '#lib/siren.ts'

/** One line of a job's log. */
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
  /** Lines written so far. */
  Total: number
  /** The log reached its limit; what follows was not kept. */
  Truncated: boolean
}

/** Lines of one request. Full pages never change; the last one grows. */
export const LOG_PAGE = 1000

/** The last page of a log. */
export interface LogTail {
  total: number
  truncated: boolean
  /** Number of the first line in `lines`, a multiple of LOG_PAGE. */
  offset: number
  lines: LogLine[]
}

export const jobLogQueries = {
  /** The end of the log. Its key is the one that log events refresh. */
  tail: (jobHref: string, linesHref: string) =>
    queryOptions({
      queryKey: ['job-logs', 'detail', jobHref],
      queryFn: ({ client, signal }) => readTail({ client, signal, jobHref, linesHref }),
      staleTime: 5000,
    }),

  /** A full page in the middle, which stays as it is. */
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

/** Reads on from the page that was last; at first it asks how long the log is. */
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

/** The page that holds the last line: a log of exactly one page has its last line on page 0. */
export function startOfPage(total: number): number {
  return Math.floor(Math.max(0, total - 1) / LOG_PAGE) * LOG_PAGE
}
