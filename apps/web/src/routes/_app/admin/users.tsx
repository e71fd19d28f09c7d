import { createFileRoute } from '@tanstack/react-router'
import { UserListScreen } from '#features/admin/users/user-list-screen.tsx'
import { USER_LIST_DEFAULTS, UserListSearch, userQueryOf } from '#features/admin/users/user-list-search.ts'
import { userQueries } from '#features/admin/users/users.queries.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { usePageSearch } from '#lib/use-page-search.ts'

export const Route = createFileRoute('/_app/admin/users')({
  validateSearch: deferredSearch<UserListSearch>(),
  loaderDeps: ({ search: { start: _start, user: _user, ...search } }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.prefetchQuery(userQueries.list(userQueryOf(UserListSearch.parse(deps)))),
  component: UsersPage,
})

function UsersPage() {
  const [search, onSearch] = usePageSearch({
    reader: UserListSearch,
    defaults: USER_LIST_DEFAULTS,
    entries: ['offset', 'user'],
  })
  return <UserListScreen search={search} onSearch={onSearch} />
}
