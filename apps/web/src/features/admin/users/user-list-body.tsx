import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { NoMatches } from '#components/ui/no-matches.tsx'
import { ResourceList } from '#components/ui/resource-list.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import * as texts from './texts.ts'
import { userFilters } from './user-filters.tsx'
import { userListLayout } from './user-list-layout.tsx'
import { refinedUsers, type UserListSearch, withoutConditions } from './user-list-search.ts'
import type { ListedUser, UserPage } from './users.queries.ts'

export interface UserListProps {
  search: UserListSearch
  onSearch: (search: UserListSearch) => void
}

interface UserListBodyProps extends UserListProps {
  query: UseQueryResult<UserPage>
}

export function UserListBody({ query, search, onSearch }: UserListBodyProps) {
  const users = query.data?.users ?? []
  const open = useStableCallback(({ id }: Pick<ListedUser, 'id'>) => onSearch({ ...search, user: id }))
  const { cursor } = useRowCursor(
    users.map(({ id }) => id),
    { onOpen: (id) => open({ id }) },
  )
  const { columns: chosen, user: openId } = search
  const layout = useMemo(() => userListLayout({ chosen, openId, onOpen: open }), [chosen, openId, open])
  return (
    <ListBody
      query={query}
      failed={texts.usersCouldNotBeLoaded}
      isEmpty={users.length === 0}
      shape={{ columns: layout.columns }}
      empty={<NoUsers search={search} onSearch={onSearch} total={query.data?.total ?? 0} />}
    >
      <TableFrame>
        <ResourceList
          label={texts.users}
          rows={users}
          layout={layout}
          cursor={cursor}
          sort={{
            by: search.sortBy,
            type: search.sortDirection === 'asc' ? 'Ascending' : 'Descending',
            onSort: (by, type) =>
              onSearch(
                refinedUsers(search, {
                  sortBy: by as UserListSearch['sortBy'],
                  sortDirection: type === 'Ascending' ? 'asc' : 'desc',
                }),
              ),
          }}
        />
      </TableFrame>
    </ListBody>
  )
}

function NoUsers({ search, onSearch, total }: UserListProps & { total: number }) {
  if (total > 0) {
    return (
      <EmptyState
        title={texts.thisPageIsEmpty}
        action={<Button onClick={() => onSearch(refinedUsers(search, {}))}>{texts.firstPage}</Button>}
      >
        {texts.theListIsShorterNow}
      </EmptyState>
    )
  }
  const set = userFilters(search, onSearch).filter(({ value }) => value !== undefined)
  return (
    <NoMatches
      what="users"
      count={set.length + (search.searchValue ? 1 : 0)}
      find={search.searchValue}
      onDropFind={() => onSearch(refinedUsers(search, { searchValue: undefined }))}
      filters={set}
      onDropAll={() => onSearch(withoutConditions(search))}
    />
  )
}
