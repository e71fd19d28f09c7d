import { ACTIVITY_PAGE, type ActivityEntry } from '@millrace/contracts/activity'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { queryString } from '#lib/list-search.ts'
import type { ActivitySearch } from './activity-search.ts'

/** What the user did and what others did to the account, newest first, a page at a time. */
export const accountActivityQuery = ({ resourceType }: ActivitySearch) =>
  infiniteQueryOptions({
    queryKey: ['account-activity', resourceType],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = queryString({
        offset: pageParam,
        limit: ACTIVITY_PAGE.default,
        sortBy: 'createdAt',
        sortDirection: 'desc',
        resourceType,
      })
      return callJson<ActivityEntry[]>(`/api/account/activity?${query}`, { signal })
    },
    getNextPageParam: (last, pages) => (last.length < ACTIVITY_PAGE.default ? undefined : pages.flat().length),
  })
