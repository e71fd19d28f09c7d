import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { PillChoice } from '#components/ui/segmented.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { useAdminMode } from '#lib/admin-mode.ts'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { decodeLink } from '#lib/link-code.ts'
import { usePage } from '#lib/page.ts'
import { familiesOf } from '#lib/step-versions.ts'
import { usePhone } from '#lib/use-media.ts'
import { useSlicedQuery } from '#lib/use-sliced-query.ts'
import { processingStepQueries } from '../processing-steps.queries.ts'
import { type CategoryGroup, categoryGroups, matchingFamilies } from '../step-matching.ts'
import { stepFilterOf } from '../step-search.ts'
import { StepFilterBar } from './step-filter-bar.tsx'
import { StepListBody, type StepListProps } from './step-list-body.tsx'
import * as texts from './texts.ts'

const ALL = ''
/** Number of categories that fit into one line at 1024 pixels. The others are in the menu More. */
const GROUPS_SHOWN = 7
const GROUPS_ON_PHONES = 2

/** The list of processing steps. Its state is stored in the URL. */
export function StepListScreen({ search, onSearch }: StepListProps) {
  usePage([{ label: texts.processingSteps }])
  const [allUsers] = useAdminMode()
  const query = useSlicedQuery(
    processingStepQueries.list(
      stepFilterOf(search),
      { PropertyName: search.SortBy, SortType: search.SortType },
      { allUsers },
    ),
  )
  const fitting = search.fits && decodeLink(search.fits)
  const { data: file } = useQuery({ ...workDataQueries.detail(fitting ?? ''), enabled: fitting !== undefined })
  const families = familiesOf(query.data?.steps ?? [])
  const found = matchingFamilies(families, {
    find: search.find,
    tag: search.tag,
    category: search.category,
    mediaType: fitting && file?.properties.MediaType,
  })
  const groups = categoryGroups(families)
  const isCut = query.data !== undefined && query.data.TotalEntities > query.data.steps.length

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHead
        once
        title={texts.processingSteps}
        facts={query.data ? <span aria-live="polite">{formatCount(found.length)}</span> : null}
      />
      {query.data && groups.length === 0 ? (
        <div className="h-3 flex-none sm:hidden" />
      ) : (
        <CategoryChoice
          groups={groups}
          all={query.data ? { count: families.length } : query.isPending && { count: undefined }}
          search={search}
          onSearch={onSearch}
        >
          {query.isPending ? <CategoriesPending /> : null}
        </CategoryChoice>
      )}
      <StepFilterBar families={found} search={search} onSearch={onSearch} fileName={file?.properties.Name} />
      <StepListBody query={query} families={found} search={search} onSearch={onSearch} />
      {query.data && found.length > 0 ? (
        <footer
          className={clsx(
            'flex h-10 flex-none items-center border-t border-line px-6 text-xs text-ink-2 phone:px-4 touch:h-13',
            !isCut && 'phone:hidden',
          )}
        >
          {isCut
            ? fill(texts.searchingTheFirst, formatCount(query.data.steps.length), formatCount(query.data.TotalEntities))
            : plural(found.length, 'step')}
        </footer>
      ) : null}
    </div>
  )
}

function CategoriesPending() {
  return (
    <span aria-hidden="true" className="flex flex-none items-center gap-5 pl-3">
      {['w-16', 'w-12', 'w-14', 'w-18', 'w-13', 'w-11', 'w-15'].map((width) => (
        <Skeleton key={width} className={`h-2.5 phone:nth-[n+4]:hidden ${width}`} />
      ))}
    </span>
  )
}

interface CategoryChoiceProps extends StepListProps {
  groups: readonly CategoryGroup[]
  /** The number of steps. Undefined while they are loading. False if loading failed. */
  all: { count: number | undefined } | false
  /** Shown while the categories are loading. */
  children: ReactNode
}

/** The selected category is always in the line. */
function CategoryChoice({ groups, all, search, onSearch, children }: CategoryChoiceProps) {
  const { category: chosen } = search
  const most = usePhone() ? GROUPS_ON_PHONES : GROUPS_SHOWN
  const shown = groups.filter(({ category }, at) => at < most || category === chosen)
  const others = groups.filter((group) => !shown.includes(group))
  const choose = (category: string) => onSearch({ ...search, category: category === ALL ? undefined : category })
  return (
    <div className="flex flex-none items-center gap-0.5 px-3.5 pb-2.5 phone:px-2 phone:pt-2">
      <PillChoice
        label={texts.showSteps}
        value={chosen ?? ALL}
        onChange={choose}
        choices={[
          { value: ALL, label: texts.all, ...all },
          ...shown.map(({ category, count }) => ({ value: category, label: category, count })),
        ]}
      />
      {children}
      {others.length > 0 ? (
        <Menu
          align="start"
          trigger={
            <Button size="sm" variant="quiet" className="flex-none">
              {texts.moreCategories}
              <ChevronDown className="icon-sm" />
            </Button>
          }
        >
          {others.map(({ category, count }) => (
            <MenuItem
              key={category}
              hint={<span className="text-ink-3">{formatCount(count)}</span>}
              onClick={() => choose(category)}
            >
              {category}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </div>
  )
}
