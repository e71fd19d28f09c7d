import { createFileRoute } from '@tanstack/react-router'
import { administratedOrganizations } from '#features/admin/organizations/administrated-organizations.queries.ts'
import { OrganizationListScreen } from '#features/admin/organizations/organization-list-screen.tsx'
import {
  ORGANIZATION_LIST_DEFAULTS,
  OrganizationListSearch,
} from '#features/admin/organizations/organization-list-search.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/admin/organizations')({
  validateSearch: deferredSearch<OrganizationListSearch>(),
  loaderDeps: ({ search: { start: _start, organization: _organization, ...search } }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.prefetchQuery(administratedOrganizations.list(OrganizationListSearch.parse(deps))),
  component: OrganizationsPage,
})

function OrganizationsPage() {
  const [search, onSearch] = usePageSearch({
    reader: OrganizationListSearch,
    defaults: ORGANIZATION_LIST_DEFAULTS,
    entries: ['offset', 'organization'],
  })
  return <OrganizationListScreen search={search} onSearch={onSearch} />
}
