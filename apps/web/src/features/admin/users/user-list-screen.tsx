import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { TableFooter } from '#components/ui/table-footer.tsx'
import { usePage } from '#lib/page.ts'
import { AdminHead, HeadCount } from '../admin-frame.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import * as texts from './texts.ts'
import { userFilters } from './user-filters.tsx'
import { UserInspector } from './user-inspector.tsx'
import { UserListBody, type UserListProps } from './user-list-body.tsx'
import { refinedUsers, type UserListSearch, userQueryOf, withoutConditions } from './user-list-search.ts'
import { UserListTools } from './user-list-tools.tsx'
import { userQueries } from './users.queries.ts'

/** All users of the installation. The state of the list is in the URL. */
export function UserListScreen({ search, onSearch }: UserListProps) {
  usePage([{ label: texts.adminLabel, to: '/admin' }, { label: texts.users }])
  const query = useQuery(userQueries.list(userQueryOf(search)))
  const page = query.data
  const [isCreating, setIsCreating] = useState(false)
  const refine = (change: Partial<UserListSearch>) => onSearch(refinedUsers(search, change))

  return (
    <div className="flex min-h-0 flex-1">
      <AdminHead facts={page ? <HeadCount count={page.total} what="user" /> : null}>
        <Button variant="primary" icon={<UserPlus />} onClick={() => setIsCreating(true)}>
          {texts.newUser}
        </Button>
      </AdminHead>
      <div className="flex min-w-0 flex-1 flex-col pt-3">
        <FilterBar
          find={{
            label: texts.searchByNameOrEmail,
            value: search.searchValue ?? '',
            onChange: (text) => refine({ searchField: 'nameOrEmail', searchValue: text.trim() || undefined }),
          }}
          filters={userFilters(search, onSearch)}
          onClearAll={() => onSearch({ ...withoutConditions(search), searchValue: search.searchValue })}
          tools={<UserListTools search={search} onSearch={onSearch} />}
        />
        <UserListBody query={query} search={search} onSearch={onSearch} />
        {page && page.total > 0 ? (
          <TableFooter
            offset={search.offset}
            shown={page.users.length}
            total={page.total}
            one="user"
            pageSize={search.limit}
            onOffset={(offset) => onSearch({ ...search, offset })}
            onPageSize={(limit) => refine({ limit })}
            keys={KEYS}
          />
        ) : null}
      </div>
      {search.user ? (
        <UserInspector key={search.user} id={search.user} onClose={() => onSearch({ ...search, user: undefined })} />
      ) : null}
      {isCreating ? (
        <NewUserDialog
          onClose={() => setIsCreating(false)}
          onCreated={({ id }) => {
            setIsCreating(false)
            onSearch({ ...search, user: id })
          }}
        />
      ) : null}
    </div>
  )
}

const KEYS = [
  ['J', 'K', 'move'],
  ['↵', 'open'],
] as const
