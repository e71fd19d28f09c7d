import { useQueries } from '@tanstack/react-query'
import { type PointerEvent, type UIEvent, useDeferredValue, useState } from 'react'
import { selfHref } from '#lib/siren.ts'
import { type JobDocument, type JobPage, jobQueries } from '../jobs.queries.ts'
import { bufferRows } from './buffered-rows.ts'

/** The page that was displayed when buffering started, and the search that it belongs to. */
interface Pinned {
  key: string
  page: JobPage
}

/**
 * Returns the rows to show. While the list is hovered or scrolled, rows keep their positions, and new rows are only
 * counted until `accept` is called. Spread `watch` onto the scroll container.
 */
export function useBufferedPage(page: JobPage | undefined, search: string, showsHidden: boolean) {
  // Deferred like the page (see useSlicedQuery), so that the page and the search match.
  const key = useDeferredValue(search)
  const [pinned, setPinned] = useState<Pinned>()
  const [hovered, setHovered] = useState(false)

  function look(isHovered: boolean, scrollTop: number) {
    if (isHovered !== hovered) setHovered(isHovered)
    if (!isHovered && scrollTop === 0) setPinned(undefined)
    else if (page && pinned?.key !== key) setPinned({ key, page })
  }

  const buffered = page && pinned?.key === key ? bufferRows(pinned.page.jobs, page.jobs) : undefined
  const left = useQueries({ queries: (buffered?.left ?? []).map((href) => jobQueries.detail(href)) })
  // A job that was hidden disappears immediately.
  const isListed = ({ properties }: JobDocument) => showsHidden || !properties.Hidden
  const gone = new Map(left.flatMap(({ data }) => (data ? [[selfHref(data), data] as const] : [])))
  return {
    jobs: buffered ? buffered.rows.map((job) => gone.get(selfHref(job)) ?? job).filter(isListed) : (page?.jobs ?? []),
    waiting: buffered?.waiting ?? 0,
    accept: () => page && setPinned({ key, page }),
    watch: {
      onPointerOver: ({ pointerType, currentTarget }: PointerEvent) =>
        look(pointerType === 'mouse', currentTarget.scrollTop),
      onPointerLeave: ({ currentTarget }: PointerEvent) => look(false, currentTarget.scrollTop),
      onScroll: ({ currentTarget }: UIEvent) => look(hovered, currentTarget.scrollTop),
    },
  }
}
