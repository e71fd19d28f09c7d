import { type RefObject, useState } from 'react'
import { HeadCell, type SortDirection, SortHead, Table } from '#components/ui/table.tsx'
import { VirtualBody } from '#components/ui/virtual-body.tsx'
import { selfHref } from '#lib/siren.ts'
import type { StepDocument } from '../processing-steps.queries.ts'
import type { StepListSearch } from '../step-search.ts'
import type { StepFamily } from '../versions.ts'
import { OlderRow, StepRow } from './step-row.tsx'

interface StepTableProps {
  families: readonly StepFamily[]
  search: StepListSearch
  onSearch: (search: StepListSearch) => void
  active: string | undefined
  frame: RefObject<HTMLElement | null>
}

type Line = { family: StepFamily; older?: undefined } | { family: StepFamily; older: StepDocument }

const ROW_HEIGHT = 50

/** Steps in rows of two lines; a chevron shows older versions below the newest. */
export function StepTable({ families, search, onSearch, active, frame }: StepTableProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const lines = families.flatMap((family): Line[] => [
    { family },
    ...(unfolded.has(selfHref(family.newest)) ? family.older.map((older) => ({ family, older })) : []),
  ])
  const sortBy = (SortBy: StepListSearch['SortBy']) => ({
    direction: search.SortBy === SortBy && search.SortType !== 'None' ? (search.SortType as SortDirection) : undefined,
    onSort: (SortType: SortDirection) => onSearch({ ...search, SortBy, SortType }),
  })

  function toggle(href: string) {
    const next = new Set(unfolded)
    if (!next.delete(href)) next.add(href)
    setUnfolded(next)
  }

  return (
    <Table label="Processing steps" rowCount={lines.length + 1} className="phone:hidden">
      <colgroup>
        <col className="w-14" />
        <col />
        <col className="w-44 max-lg:w-36" />
        <col className="w-60 max-lg:w-44" />
        <col className="w-44 max-xl:hidden" />
        <col className="w-32" />
      </colgroup>
      <thead>
        <tr>
          <HeadCell>
            <span className="sr-only">Older versions</span>
          </HeadCell>
          <SortHead {...sortBy('Title')}>Title</SortHead>
          <HeadCell>Function</HeadCell>
          <HeadCell>Takes → makes</HeadCell>
          <HeadCell className="max-xl:hidden">Tags</HeadCell>
          <SortHead {...sortBy('LastModifiedAt')} first="Descending" right>
            Changed
          </SortHead>
        </tr>
      </thead>
      <VirtualBody
        rows={lines}
        frame={frame}
        rowHeight={ROW_HEIGHT}
        columns={6}
        renderRow={({ family, older }, index) => {
          const href = selfHref(family.newest)
          return older ? (
            <OlderRow key={selfHref(older)} step={older} newest={family.newest} index={index} />
          ) : (
            <StepRow
              key={href}
              family={family}
              index={index}
              active={active === href}
              unfolded={unfolded.has(href)}
              onUnfold={() => toggle(href)}
              onTag={(tag) => onSearch({ ...search, tag })}
            />
          )
        }}
      />
    </Table>
  )
}
