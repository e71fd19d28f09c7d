import { ACTIVITY_PAGE, type ActivityEntry } from '@millrace/contracts/activity'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'

/** What the user did and what others did to the account, newest first, a page at a time. */
export const accountActivityQuery = infiniteQueryOptions({
  queryKey: ['account-activity'],
  initialPageParam: 0,
  queryFn: ({ pageParam, signal }) => {
    const query = new URLSearchParams({
      offset: String(pageParam),
      limit: String(ACTIVITY_PAGE.default),
      sortBy: 'createdAt',
      sortDirection: 'desc',
    })
    return callJson<ActivityEntry[]>(`/api/account/activity?${query}`, { signal })
  },
  getNextPageParam: (last, pages) => (last.length < ACTIVITY_PAGE.default ? undefined : pages.flat().length),
})
