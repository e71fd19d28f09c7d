import type { CompareTablesParameters } from '@millrace/contracts/previews'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { type Choice, PillChoice } from '#components/ui/segmented.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { fill } from '#lib/fill.ts'
import { hrefOf, type SirenDocument, selfHref } from '#lib/siren.ts'
import { isText, previewQueries, type TableComparison, type TablePreview } from '../previews.queries.ts'
import { ColumnDifferences } from './column-differences.tsx'
import { ComparedRows } from './compared-rows.tsx'
import { COMPARISON_TEXTS, countsText } from './comparison-texts.ts'
import { MatchSelect } from './match-select.tsx'
import * as texts from './texts.ts'

interface TableComparisonViewProps {
  before: SirenDocument<WorkDataProperties>
  after: SirenDocument<WorkDataProperties>
}

/** Shows the differences between two tables: columns with their statistics, then rows cell by cell. */
export function TableComparisonView({ before, after }: TableComparisonViewProps) {
  const href = hrefOf(before, 'Preview')
  const { data, error, refetch } = useQuery({ ...previewQueries.table(href ?? ''), enabled: href !== undefined })
  if (error) return <ErrorView title={COMPARISON_TEXTS.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  if (isText(data)) return <p className="px-3 py-3 text-ink-2">{data.properties.Fault}</p>
  return <Loaded table={data} other={selfHref(after)} />
}

type Only = NonNullable<CompareTablesParameters['Only']>

function Loaded({ table, other }: { table: TablePreview; other: string }) {
  const [matching, setMatching] = useState<Pick<CompareTablesParameters, 'MatchBy' | 'KeyColumns'>>({})
  const [only, setOnly] = useState<Only | 'All'>('All')
  const [allColumns, setAllColumns] = useState(false)
  const parameters = { WorkDataUrl: other, ...matching, ...(only !== 'All' && { Only: only }) }
  const query = useInfiniteQuery({
    ...previewQueries.comparison(table, parameters),
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (error) return <ErrorView title={COMPARISON_TEXTS.failed} error={error} onRetry={() => void refetch()} />
  const [first] = data?.pages ?? []
  if (!data || !first) return <SkeletonRows rows={6} />
  const { properties } = first
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
        <p className="flex-1 basis-60 font-medium" aria-live="polite">
          {countsText(properties)}
        </p>
        <MatchSelect comparison={properties} chosen={matching} onChoose={setMatching} />
      </div>
      {properties.ColumnsRead === null ? null : (
        <p className="border-t border-line bg-warning-soft px-3 py-1.5 text-xs text-ink">
          {fill(texts.onlyTheFirstColumnsCompared, properties.ColumnsRead)}
        </p>
      )}
      <ColumnDifferences comparison={properties} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3 py-2">
        <PillChoice
          label={texts.showRows}
          value={only}
          onChange={setOnly}
          choices={choicesOf(properties)}
          className="flex-1"
        />
        <Switch checked={allColumns} onChange={() => setAllColumns(!allColumns)}>
          {texts.allColumns}
        </Switch>
      </div>
      <ComparedRows
        comparison={properties}
        rows={data.pages.flatMap((page) => page.properties.Rows)}
        allColumns={allColumns}
        wasFiltered={only !== 'All'}
      />
      {hasNextPage ? (
        <div className="border-t border-line p-2 text-center">
          <Button size="sm" variant="text" working={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.showMoreRows}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function choicesOf({ Added, Removed, Changed }: TableComparison['properties']): Choice<Only | 'All'>[] {
  return [
    { value: 'All', label: texts.allDifferences, count: Added + Removed + Changed },
    { value: 'Changed', label: texts.changed, count: Changed },
    { value: 'Added', label: texts.added, count: Added },
    { value: 'Removed', label: texts.removed, count: Removed },
  ]
}
