import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jobLogQueries, LOG_PAGE, type LogLine } from './job-log.queries.ts'

/** Maximum number of pages that a search loads. */
const SEARCH_PAGES = 40

/**
 * Loads a log of any length: the end is kept up to date, and full pages are loaded, and kept, when they come into view
 * or are searched. `lineAt` returns any loaded line.
 */
export function useJobLog(jobHref: string, linesHref: string, searching: boolean) {
  const tail = useQuery(jobLogQueries.tail(jobHref, linesHref))
  const [span, setSpan] = useState({ first: 0, last: 0 })
  const fullPages = (tail.data?.offset ?? 0) / LOG_PAGE
  const wanted = wantedPages(span, fullPages, searching)
  const pages = useQueries({ queries: wanted.map((index) => jobLogQueries.page(linesHref, index)) })
  const byPage = new Map(wanted.map((index, at) => [index, pages[at]?.data]))

  function lineAt(index: number): LogLine | undefined {
    if (!tail.data) return undefined
    if (index >= tail.data.offset) return tail.data.lines[index - tail.data.offset]
    return byPage.get(Math.floor(index / LOG_PAGE))?.[index % LOG_PAGE]
  }

  return {
    tail,
    lineAt,
    /** Sets which lines are in view. */
    show: (first: number, last: number) => {
      if (first !== span.first || last !== span.last) setSpan({ first, last })
    },
    isSearchComplete: fullPages <= SEARCH_PAGES,
  }
}

function wantedPages(
  { first, last }: { first: number; last: number },
  fullPages: number,
  searching: boolean,
): number[] {
  const inView = range(Math.floor(first / LOG_PAGE), Math.min(Math.floor(last / LOG_PAGE), fullPages - 1))
  if (!searching) return inView
  return [...new Set([...range(0, Math.min(fullPages, SEARCH_PAGES) - 1), ...inView])]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
