import { ACTIVITY_PAGE, type ActivityEntry } from '@millrace/contracts/activity'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { queryString } from '#lib/list-search.ts'
import { ADMIN_KEY } from '../admin.queries.ts'
import type { ActivitySearch } from './activity-search.ts'

/** The activity log of the whole server, newest first, page by page. */
export const serverActivityQuery = (search: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: [ADMIN_KEY, 'activity', search],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = queryString({ ...search, limit: ACTIVITY_PAGE.default, offset: pageParam })
      return callJson<ActivityEntry[]>(`/api/admin/activity?${query}`, { signal })
    },
    getNextPageParam: (last, pages) => (last.length < ACTIVITY_PAGE.default ? undefined : pages.flat().length),
  })

/** Returns the URL from which all matching entries can be downloaded. */
export function exportHref(search: ActivitySearch, format: 'csv' | 'jsonl'): string {
  return `/api/admin/activity/export?${queryString({ ...search, format })}`
}
