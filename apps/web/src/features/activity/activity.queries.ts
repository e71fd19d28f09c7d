import { ACTIVITY_PAGE, type ActivityEntry } from '@millrace/contracts/activity'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { queryString } from '#lib/list-search.ts'
import type { ActivitySearch } from './activity-search.ts'

/** The actions of the user, and those of others that affected the account, newest first, page by page. */
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
