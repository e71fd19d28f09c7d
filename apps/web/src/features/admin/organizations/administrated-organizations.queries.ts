import type { OrganizationDetail, OrganizationPage } from '@millrace/contracts/administration'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callJson } from '#lib/api.ts'
import { queryString } from '#lib/list-search.ts'
import { ADMIN_KEY } from '../admin.queries.ts'
import type { OrganizationListSearch } from './organization-list-search.ts'

/** Search parameters for the server, without those that only affect what the page shows. */
type OrganizationQuery = Omit<OrganizationListSearch, 'organization' | 'columns'>

export const administratedOrganizations = {
  list: ({
    organization: _organization,
    columns: _columns,
    ...query
  }: OrganizationQuery & Partial<OrganizationListSearch>) =>
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
