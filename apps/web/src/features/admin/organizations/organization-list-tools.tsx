import type { AdministratedOrganization } from '@millrace/contracts/administration'
import { useQueryClient } from '@tanstack/react-query'
import type { ReadRows } from '#components/ui/export-csv.ts'
import { ListTools } from '#components/ui/list-tools.tsx'
import { withoutDefaults } from '#lib/deferred-search.ts'
import { administratedOrganizations } from './administrated-organizations.queries.ts'
import { organizationColumns } from './organization-list-layout.tsx'
import { ORGANIZATION_LIST_DEFAULTS, type OrganizationListProps } from './organization-list-search.ts'

const COLUMNS = organizationColumns(() => {})

export function OrganizationListTools({ search, onSearch }: OrganizationListProps) {
  const queryClient = useQueryClient()
  const read: ReadRows<AdministratedOrganization> = async (offset, limit) => {
    const query = administratedOrganizations.list({ ...search, offset, limit })
    const { organizations, total } = await queryClient.fetchQuery({ ...query, gcTime: 0 })
    return { rows: organizations, total }
  }
  return (
    <ListTools
      list="organizations"
      columns={COLUMNS}
      chosen={search.columns}
      onChoose={(columns) => onSearch({ ...search, columns })}
      search={withoutDefaults({ ...search, offset: 0, organization: undefined }, ORGANIZATION_LIST_DEFAULTS)}
      read={read}
    />
  )
}
