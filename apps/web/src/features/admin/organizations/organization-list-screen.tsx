import { PLAN_NAMES } from '@millrace/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { Building2, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { type Filter, FilterBar } from '#components/ui/filter-bar.tsx'
import { ListBody } from '#components/ui/list-body.tsx'
import { NoMatches } from '#components/ui/no-matches.tsx'
import { ResourceList } from '#components/ui/resource-list.tsx'
import { TableFrame } from '#components/ui/table.tsx'
import { TableFooter } from '#components/ui/table-footer.tsx'
import { creatingOrganization } from '#lib/create-organization.ts'
import { usePage } from '#lib/page.ts'
import { useRowCursor } from '#lib/use-row-cursor.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { AdminHead, HeadCount } from '../admin-frame.tsx'
import { ChoiceList } from '../choice-list.tsx'
import { planName } from '../names.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import { administratedOrganizations } from './administrated-organizations.queries.ts'
import { OrganizationInspector } from './organization-inspector.tsx'
import { organizationListLayout } from './organization-list-layout.tsx'
import {
  ORGANIZATION_LIST_DEFAULTS,
  type OrganizationListProps,
  type OrganizationListSearch,
  refinedOrganizations,
} from './organization-list-search.ts'
import { OrganizationListTools } from './organization-list-tools.tsx'
import * as texts from './texts.ts'

/** All organizations of the installation. The state of the list is in the URL. */
export function OrganizationListScreen({ search, onSearch }: OrganizationListProps) {
  usePage([{ label: texts.admin, to: '/admin' }, { label: texts.organizations }])
  const query = useQuery(administratedOrganizations.list(search))
  const page = query.data
  const rows = page?.organizations ?? []
  const refine = (change: Partial<OrganizationListSearch>) => onSearch(refinedOrganizations(search, change))
  const open = useStableCallback(({ id }: { id: string }) => onSearch({ ...search, organization: id }))
  const { cursor } = useRowCursor(
    rows.map(({ id }) => id),
    { onOpen: (id) => open({ id }) },
  )
  const { columns: chosen, organization: openId } = search
  const layout = useMemo(() => organizationListLayout({ chosen, openId, onOpen: open }), [chosen, openId, open])

  return (
    <div className="flex min-h-0 flex-1">
      <AdminHead facts={page ? <HeadCount count={page.total} what="organization" /> : null}>
        {page && (page.total > 0 || search.search || search.plan) ? <CreateOrganization /> : null}
      </AdminHead>
      <div className="flex min-w-0 flex-1 flex-col pt-3">
        <FilterBar
          find={{
            label: texts.searchOrganizations,
            value: search.search ?? '',
            onChange: (text) => refine({ search: text.trim() || undefined }),
          }}
          filters={planFilter(search, refine)}
          onClearAll={() => refine({ plan: undefined })}
          tools={<OrganizationListTools search={search} onSearch={onSearch} />}
        />
        <ListBody
          query={query}
          failed={texts.organizationsCouldNotBeLoaded}
          isEmpty={rows.length === 0}
          shape={{ columns: layout.columns }}
          empty={<NoOrganizations search={search} onSearch={onSearch} />}
        >
          <TableFrame>
            <ResourceList
              label={texts.organizations}
              rows={rows}
              layout={layout}
              cursor={cursor}
              sort={{
                by: search.sortBy,
                type: search.sortDirection === 'asc' ? 'Ascending' : 'Descending',
                onSort: (by, type) =>
                  refine({
                    sortBy: by as OrganizationListSearch['sortBy'],
                    sortDirection: type === 'Ascending' ? 'asc' : 'desc',
                  }),
              }}
            />
          </TableFrame>
        </ListBody>
        {page && page.total > 0 ? (
          <TableFooter
            offset={search.offset}
            shown={rows.length}
            total={page.total}
            one="organization"
            pageSize={search.limit}
            onOffset={(offset) => onSearch({ ...search, offset })}
            onPageSize={(limit) => refine({ limit })}
            keys={KEYS}
          />
        ) : null}
      </div>
      {search.organization ? (
        <OrganizationInspector
          key={search.organization}
          id={search.organization}
          onClose={() => onSearch({ ...search, organization: undefined })}
        />
      ) : null}
    </div>
  )
}

const KEYS = [
  ['J', 'K', 'move'],
  ['↵', 'open'],
] as const

type Refine = (change: Partial<OrganizationListSearch>) => void

function planFilter({ plan }: OrganizationListSearch, refine: Refine): Filter[] {
  return [
    {
      id: 'plan',
      label: texts.planIs,
      value: plan && planName(plan),
      edit: (close) => (
        <ChoiceList
          label={texts.plan}
          values={PLAN_NAMES}
          nameOf={planName}
          onPick={(next) => {
            refine({ plan: next })
            close()
          }}
        />
      ),
      onClear: () => refine({ plan: undefined }),
    },
  ]
}

function CreateOrganization() {
  return (
    <Button variant="primary" icon={<Plus />} onClick={() => creatingOrganization.set(true)}>
      {texts.createOrganization}
    </Button>
  )
}

function NoOrganizations({ search, onSearch }: OrganizationListProps) {
  const refine: Refine = (change) => onSearch(refinedOrganizations(search, change))
  const set = planFilter(search, refine).filter(({ value }) => value !== undefined)
  const count = set.length + (search.search ? 1 : 0)
  if (count === 0)
    return (
      <EmptyState icon={Building2} title={texts.noOrganizationsYet} action={<CreateOrganization />}>
        {ADMIN_TEXTS.noOrganizations}
      </EmptyState>
    )
  return (
    <NoMatches
      what="organizations"
      count={count}
      find={search.search}
      onDropFind={() => refine({ search: undefined })}
      filters={set}
      onDropAll={() => onSearch({ ...ORGANIZATION_LIST_DEFAULTS, columns: search.columns })}
    />
  )
}
