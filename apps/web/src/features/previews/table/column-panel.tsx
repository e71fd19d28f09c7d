import type { PreviewColumn, RowCondition } from '@millrace/contracts/previews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartLine, X } from 'lucide-react'
import { use, useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { useDebounced } from '#lib/use-debounced.ts'
import { previewQueries, type RowFilter, type TablePreview } from '../previews.queries.ts'
import { useReading } from '../use-reading.ts'
import { OpenChart } from './chart/open-chart.ts'
import { chartThisColumn } from './chart/texts.ts'
import { ColumnFacts } from './column-facts.tsx'
import { RangeFilter, TextFilter } from './column-filters.tsx'
import { ColumnValues } from './column-values.tsx'
import type { CellFormat } from './number-format.ts'
import { conditionOf, type FilterPart, withPart } from './row-conditions.ts'
import * as texts from './texts.ts'

export interface ColumnPanelProps {
  table: TablePreview
  column: PreviewColumn
  format: CellFormat
  filter: RowFilter
  onFilter: (change: Partial<Pick<RowFilter, 'where' | 'ignoreCase'>>) => void
  /** Closes the panel. */
  onLeave: () => void
}

/** Debounce time of the search for values, so that not every keystroke sends a request. */
const TYPING_MS = 250

type Presence = 'all' | 'IsEmpty' | 'IsNotEmpty'

function kindText({ Kind, Type }: PreviewColumn): string {
  if (Kind === 'time') return Type === 'DATE' ? texts.date : texts.dateAndTime
  return Kind === 'other' ? Type.toLowerCase() : Kind
}

/** Converts the typed beginning of a number from the notation of the displayed table to that of the file. */
function asInFile(text: string, { Kind, DecimalComma }: PreviewColumn): string {
  if (Kind !== 'number' || !/^-?[\d,]*\.?\d*$/.test(text)) return text
  const plain = text.replace(/,(?=\d{3}(?!\d))/g, '')
  return DecimalComma ? plain.replace('.', ',') : plain
}

/** Panel for one column: its statistics and values in the rows that match the filter, and the filter of this column. */
export default function ColumnPanel({ table, column, format, filter, onFilter, onLeave }: ColumnPanelProps) {
  const { Name, Kind } = column
  const [search, setSearch] = useState('')
  const heading = useId()
  const openChart = use(OpenChart)
  const { reading, isRead, error } = useReading(table)
  const facts = useQuery({
    ...previewQueries.column(table, {
      column: Name,
      filter,
      valuesWith: useDebounced(asInFile(search.trim(), column), TYPING_MS),
    }),
    placeholderData: keepPreviousData,
    enabled: !reading || isRead || error !== null,
  })
  const { where, ignoreCase } = filter
  const find = (part: FilterPart) => conditionOf(where, Name, part)
  const set = (part: FilterPart, next: Omit<RowCondition, 'Column'> | undefined, isCaseIgnored = ignoreCase) =>
    onFilter({ where: withPart(where, { column: Name, part }, next), ignoreCase: isCaseIgnored })
  const others = where.filter((condition) => condition.Column !== Name)

  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h2 id={heading} className="flex min-w-0 items-baseline gap-2 phone:items-center">
        <span className="truncate font-mono text-sm font-medium">{Name}</span>
        <span className="flex-none text-2xs text-ink-3">{kindText(column)}</span>
        <IconButton
          size="sm"
          label={texts.closePanel}
          icon={<X />}
          className="-my-2 -mr-2 ml-auto sm:hidden"
          onClick={onLeave}
        />
      </h2>
      <ColumnFacts column={column} format={format} facts={facts} isFiltered={where.length > 0 || filter.find !== ''} />
      {openChart && Kind !== 'other' ? (
        <Button
          size="sm"
          icon={<ChartLine />}
          onClick={() => {
            onLeave()
            openChart(column)
          }}
        >
          {chartThisColumn}
        </Button>
      ) : null}
      {Kind === 'number' || Kind === 'time' ? (
        <RangeFilter
          key={JSON.stringify(find('range'))}
          kind={Kind}
          condition={find('range')}
          onChange={(next) => set('range', next)}
        />
      ) : null}
      {Kind === 'text' ? (
        <TextFilter
          key={JSON.stringify(find('text'))}
          condition={find('text')}
          ignoreCase={ignoreCase}
          onChange={(next, isCaseIgnored) => set('text', next, isCaseIgnored)}
        />
      ) : null}
      <ColumnValues
        facts={facts.data?.properties}
        format={(text) => format(text) ?? text}
        chosen={find('values')?.Values ?? []}
        search={search}
        onSearch={setSearch}
        onChange={(values) => set('values', values.length > 0 ? { Is: 'OneOf', Values: values } : undefined)}
      />
      {/* Stays in view while the values scroll. */}
      <div className="sticky -bottom-3 -mx-3 -mb-3 grid gap-2 bg-raised p-3 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-3 before:bg-linear-to-t before:from-raised before:to-transparent phone:-bottom-4 phone:-mx-4 phone:-mb-4 phone:p-4">
        <Segmented<Presence>
          label={texts.missingValues}
          size="sm"
          value={(find('presence')?.Is as Presence | undefined) ?? 'all'}
          onChange={(next) => set('presence', next === 'all' ? undefined : { Is: next })}
          choices={[
            { value: 'all', label: texts.all },
            { value: 'IsNotEmpty', label: texts.notMissing },
            { value: 'IsEmpty', label: texts.missing },
          ]}
        />
        {others.length < where.length ? (
          <Button size="sm" variant="text" onClick={() => onFilter({ where: others })}>
            {texts.clearThisFilter}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
