import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { UserListScreen } from '#features/admin/users/user-list-screen.tsx'
import { USER_LIST_DEFAULTS, UserListSearch, userQueryOf } from '#features/admin/users/user-list-search.ts'
import { userQueries } from '#features/admin/users/users.queries.ts'
import { changedSearch, lateSearch } from '#lib/late-search.ts'

export const Route = createFileRoute('/_app/admin/users')({
  validateSearch: lateSearch<UserListSearch>(),
  loaderDeps: ({ search: { start: _start, user: _user, ...search } }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.prefetchQuery(userQueries.list(userQueryOf(UserListSearch.parse(deps)))),
  component: UsersPage,
})

function UsersPage() {
  const search = UserListSearch.parse(Route.useSearch())
  const navigate = useNavigate({ from: Route.fullPath })
  return (
    <UserListScreen
      search={search}
      onSearch={(next) =>
        void navigate({
          search: changedSearch(search, next, USER_LIST_DEFAULTS),
          replace: next.offset === search.offset && next.user === search.user,
        })
      }
    />
  )
}
