import { STATE_LABELS } from '@millrace/contracts/texts'
import { humanize } from '@millrace/parameters/labels'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown, Columns3 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Row, type SortDirection, SortHead, Table, Cell as TableCell } from '#components/ui/table.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount, formatTook, plural } from '#lib/format.ts'
import { workedMs } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { isRowPress, isTabPress, middleButtonProps } from '#lib/row-press.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { type Axis, cellText } from './axes.ts'
import { type Cell, compareScalars, type Scalar, shownValue } from './board-model.ts'
import { type BoardSeries, colorOfCell } from './board-series.ts'
import * as texts from './texts.ts'

interface BoardTableProps {
  cells: readonly Cell[]
  axes: readonly Axis[]
  names: readonly string[]
  shown: readonly string[]
  onShown: (names: readonly string[]) => void
  series: BoardSeries
  /** Key of the cell under the pointer, here or in the plot. */
  pointed: string | undefined
  onPoint: (key: string | undefined) => void
}

/** Number of jobs that are initially listed, so that users notice the results below the table. */
const ROWS_SHOWN = 20

/**
 * The table of jobs, with their parameters, state and selected values. It can be sorted by any column, and a row opens
 * its job.
 */
export function BoardTable({ cells, axes, names, shown, onShown, series, pointed, onPoint }: BoardTableProps) {
  const [sort, setSort] = useState<{ by: string; direction: SortDirection }>()
  const [isChoosing, setChoosing] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const columns = columnsOf({ cells, axes, shown, series })
  const by = columns.find(({ key }) => key === sort?.by)
  const factor = sort?.direction === 'Descending' ? -1 : 1
  const sorted = by ? cells.toSorted((a, b) => factor * compareScalars(by.read(a), by.read(b))) : cells
  return (
    <section aria-label={texts.jobsOfTheSweep} className="min-w-0 flex-1">
      <div className="flex items-center justify-between py-2 pr-3.5 pl-6 phone:pr-1.5 phone:pl-4">
        <h2 className="font-semibold">
          {texts.jobs} <span className="ml-1 font-normal text-ink-3">{formatCount(cells.length)}</span>
        </h2>
        {names.length > 0 ? (
          <Popover
            label={texts.columns}
            align="end"
            open={isChoosing}
            onOpenChange={setChoosing}
            trigger={
              <Button size="sm" variant="quiet" icon={<Columns3 />}>
                {texts.columns}
              </Button>
            }
          >
            <div className="scroll-thin grid max-h-72 gap-0.5 overflow-y-auto">
              {names.map((name) => (
                <Checkbox
                  key={name}
                  checked={shown.includes(name)}
                  onChange={({ target }) =>
                    onShown(names.filter((one) => (one === name ? target.checked : shown.includes(one))))
                  }
                >
                  {humanize(name)}
                </Checkbox>
              ))}
            </div>
          </Popover>
        ) : null}
      </div>
      <section
        aria-label={texts.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keys
        tabIndex={0}
        className="scroll-thin overflow-x-auto border-t border-line [&_tbody>tr:last-child>td]:border-b-0"
      >
        <Table label={texts.jobsOfTheSweep} className="table-auto!">
          <thead>
            <tr>
              {columns.map(({ key, head, right }) => (
                <SortHead
                  key={key}
                  right={right}
                  direction={sort?.by === key ? sort.direction : undefined}
                  onSort={(direction) => setSort({ by: key, direction })}
                >
                  {head}
                </SortHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {(showsAll ? sorted : sorted.slice(0, ROWS_SHOWN)).map((cell) => (
              <Row
                key={cell.key}
                className={clsx('cursor-pointer', pointed === cell.key && 'bg-hover')}
                onPointerEnter={() => onPoint(cell.key)}
                onPointerLeave={() => onPoint(undefined)}
                onClick={openRow}
                onAuxClick={openRow}
                {...middleButtonProps}
              >
                {columns.map(({ key, right, title, show }, at) => (
                  <TableCell key={key} right={right} className="max-w-72" title={title(cell) || undefined}>
                    {at === 0 ? (
                      <OpenJob cell={cell} axes={axes}>
                        {show(cell) ?? '–'}
                      </OpenJob>
                    ) : (
                      (show(cell) ?? <span className="text-ink-3">–</span>)
                    )}
                  </TableCell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </section>
      {!showsAll && sorted.length > ROWS_SHOWN ? (
        <div className="px-6 py-2 phone:px-4">
          <Button size="sm" variant="quiet" icon={<ChevronDown />} onClick={() => setShowsAll(true)}>
            {fill(texts.showAll, plural(sorted.length, 'job'))}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

interface BoardColumn {
  key: string
  head: string
  right: boolean
  /** Returns the value by which the column is sorted. */
  read: (cell: Cell) => Scalar | undefined
  /** Returns the full text for the tooltip, because cells truncate long text. */
  title: (cell: Cell) => string
  /** Undefined if the value is missing. */
  show: (cell: Cell) => ReactNode
}

function columnsOf({
  cells,
  axes,
  shown,
  series,
}: Pick<BoardTableProps, 'cells' | 'axes' | 'shown' | 'series'>): BoardColumn[] {
  const isNumeric = (read: BoardColumn['read']) =>
    cells.some((cell) => read(cell) !== undefined) &&
    cells.every((cell) => ['number', 'undefined'].includes(typeof read(cell)))
  const state: BoardColumn = {
    key: 'state',
    head: texts.state,
    right: false,
    read: ({ job }) => STATE_LABELS[job.properties.State],
    title: ({ job }) => STATE_LABELS[job.properties.State],
    show: (cell) => <State cell={cell} />,
  }
  const parameters = axes.map((axis) => {
    const { name, label, kind, words } = axis
    const read = (cell: Cell) => cell.parameters[name]
    return {
      key: `p ${name}`,
      head: label,
      right: isNumeric(read),
      read,
      // Parameters have no thousands separators, because a number may be a year.
      title: (cell: Cell) => (kind === 'work-data' ? words(read(cell)) : String(read(cell) ?? '')),
      show: (cell: Cell) =>
        axis === series.axis ? <Keyed color={colorOfCell(series, cell)}>{words(read(cell))}</Keyed> : words(read(cell)),
    }
  })
  const values = shown.map((name) => {
    const read = (cell: Cell) => cell.values[name]
    return {
      key: `v ${name}`,
      head: humanize(name),
      right: isNumeric(read),
      read,
      title: (cell: Cell) => shownValue(read(cell)),
      show: (cell: Cell) => shownValue(read(cell)) || undefined,
    }
  })
  // If all jobs have completed, the page head already says so.
  const allCompleted = cells.every(({ job }) => job.properties.State === 'Completed')
  return [...parameters, ...(allCompleted ? [] : [state]), ...values, DURATION]
}

const DURATION: BoardColumn = {
  key: 'duration',
  head: texts.duration,
  right: true,
  read: tookMs,
  title: durationText,
  show: (cell) => <span className="text-ink-2">{durationText(cell) || '–'}</span>,
}

/** Undefined for jobs that have not ended, because their duration would change every second. */
function tookMs({ job: { properties } }: Cell): number | undefined {
  return properties.CompletedAt ? workedMs(properties, new Date(properties.CompletedAt)) : undefined
}

function durationText(cell: Cell): string {
  const took = tookMs(cell)
  return took === undefined ? '' : formatTook(took)
}

function Keyed({ color, children }: { color: string | undefined; children: ReactNode }) {
  if (color === undefined) return children
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <span aria-hidden="true" className="size-2 flex-none rounded-full" style={{ background: color }} />
      <span className="truncate">{children}</span>
    </span>
  )
}

function State({ cell: { job } }: { cell: Cell }) {
  const { State: state } = job.properties
  return (
    <span className="flex items-center gap-2">
      <StateIcon state={state} />
      <span className="max-xl:sr-only">{STATE_LABELS[state]}</span>
    </span>
  )
}

function openRow(event: MouseEvent<HTMLElement>): void {
  const link = event.currentTarget.querySelector('a')
  if (isTabPress(event)) window.open(link?.href, '_blank', 'noopener')
  else if (event.button === 0 && isRowPress(event)) link?.click()
}

function OpenJob({ cell, axes, children }: { cell: Cell; axes: readonly Axis[]; children: ReactNode }) {
  const { job } = cell
  const details = encodeLink(selfHref(job))
  const label = fill(texts.openTheJobWith, cellText(axes, cell))
  const props = { params: { details }, 'aria-label': label, className: 'font-medium hover:underline' }
  if (hrefOf(job, 'Execution')) {
    return (
      <Link to="/workflows/executions/$details" {...props}>
        {children}
      </Link>
    )
  }
  return (
    <Link to="/jobs/$details" {...props}>
      {children}
    </Link>
  )
}
