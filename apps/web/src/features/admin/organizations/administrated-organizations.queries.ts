import type { OrganizationDetail, OrganizationPage } from '@millrace/contracts/administration'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { queryString } from '#lib/list-search.ts'
import { ADMIN_KEY } from '../admin.queries.ts'
import type { OrganizationListSearch } from './organization-list-search.ts'

type OrganizationQuery = Omit<OrganizationListSearch, 'organization'>

/** All organizations, as administrators see them. */
export const administratedOrganizations = {
  list: ({ organization: _, ...query }: OrganizationQuery & { organization?: string | undefined }) =>
    queryOptions({
      queryKey: [ADMIN_KEY, 'organizations', query],
      queryFn: ({ signal }) => callJson<OrganizationPage>(`/api/admin/organizations?${queryString(query)}`, { signal }),
      placeholderData: keepPreviousData,
    }),

  detail: (id: string) =>
    queryOptions({
      queryKey: [ADMIN_KEY, 'organization', id],
      queryFn: ({ signal }) =>
        callJson<OrganizationDetail>(`/api/admin/organizations/${encodeURIComponent(id)}`, { signal }),
    }),
}
