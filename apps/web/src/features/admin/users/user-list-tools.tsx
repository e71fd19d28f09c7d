import { useQueryClient } from '@tanstack/react-query'
import type { ReadRows } from '#components/ui/export-csv.ts'
import { ListTools } from '#components/ui/list-tools.tsx'
import { withoutDefaults } from '#lib/deferred-search.ts'
import { usePhone } from '#lib/use-media.ts'
import type { UserListProps } from './user-list-body.tsx'
import { userColumns } from './user-list-layout.tsx'
import { USER_LIST_DEFAULTS, userQueryOf } from './user-list-search.ts'
import { type ListedUser, userQueries } from './users.queries.ts'

const COLUMNS = userColumns(() => {})

/**
 * Columns, saved views and export of the list of users. Not shown on phones, which lack room for them beside the
 * filters.
 */
export function UserListTools({ search, onSearch }: UserListProps) {
  const queryClient = useQueryClient()
  const isPhone = usePhone()
  const read: ReadRows<ListedUser> = async (offset, limit) => {
    const query = userQueries.list(userQueryOf({ ...search, offset, limit }))
    const { users, total } = await queryClient.fetchQuery({ ...query, gcTime: 0 })
    return { rows: users, total }
  }
  return isPhone ? null : (
    <ListTools
      list="users"
      columns={COLUMNS}
      chosen={search.columns}
      onChoose={(columns) => onSearch({ ...search, columns })}
      search={withoutDefaults({ ...search, offset: 0, user: undefined }, USER_LIST_DEFAULTS)}
      read={read}
    />
  )
}
