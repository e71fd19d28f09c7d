import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { administratedOrganizations } from '#features/admin/organizations/administrated-organizations.queries.ts'
import { OrganizationListScreen } from '#features/admin/organizations/organization-list-screen.tsx'
import {
  ORGANIZATION_LIST_DEFAULTS,
  OrganizationListSearch,
} from '#features/admin/organizations/organization-list-search.ts'
import { changedSearch, lateSearch } from '#lib/late-search.ts'

export const Route = createFileRoute('/_app/admin/organizations')({
  validateSearch: lateSearch<OrganizationListSearch>(),
  loaderDeps: ({ search: { start: _start, organization: _organization, ...search } }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.prefetchQuery(administratedOrganizations.list(OrganizationListSearch.parse(deps))),
  component: OrganizationsPage,
})

function OrganizationsPage() {
  const search = OrganizationListSearch.parse(Route.useSearch())
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <OrganizationListScreen
      search={search}
      onSearch={(next) =>
        void navigate({
          search: changedSearch(search, next, ORGANIZATION_LIST_DEFAULTS),
          replace: next.offset === search.offset && next.organization === search.organization,
        })
      }
    />
  )
}
