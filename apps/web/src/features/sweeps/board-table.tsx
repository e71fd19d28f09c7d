import { STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { Columns3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { HeadCell, Row, type SortDirection, SortHead, Table, Cell as TableCell } from '#components/ui/table.tsx'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { type Axis, wordsOfCell } from './axes.ts'
import { type Cell, compareScalars, type Scalar } from './board-model.ts'
import * as texts from './texts.ts'

interface BoardTableProps {
  cells: readonly Cell[]
  axes: readonly Axis[]
  names: readonly string[]
  shown: readonly string[]
  onShown: (names: readonly string[]) => void
}

/** The parameters, state and chosen values of each job. Sorts by any column. */
export function BoardTable({ cells, axes, names, shown, onShown }: BoardTableProps) {
  const [sort, setSort] = useState<{ by: string; direction: SortDirection }>()
  const [isChoosing, setChoosing] = useState(false)
  const columns = columnsOf(cells, axes, shown)
  const by = columns.find(({ key }) => key === sort?.by)
  const factor = sort?.direction === 'Descending' ? -1 : 1
  const sorted = by ? cells.toSorted((a, b) => factor * compareScalars(by.read(a), by.read(b))) : cells
  return (
    <section aria-label={texts.jobsOfTheSweep} className="border-b border-line">
      <div className="flex justify-end px-6 pb-2 phone:px-4">
        {names.length > 0 ? (
          <Popover
            label={texts.valuesInTheTable}
            align="end"
            open={isChoosing}
            onOpenChange={setChoosing}
            trigger={
              <Button size="sm" variant="quiet" icon={<Columns3 aria-hidden="true" />}>
                {texts.values}
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
                  {name}
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
        className="scroll-thin max-h-[calc(2rem+1px+10*var(--row))] overflow-auto border-t border-line"
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
              <HeadCell>
                <span className="sr-only">{texts.job}</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {sorted.map((cell) => (
              <Row key={cell.key}>
                {columns.map(({ key, right, read, show }) => (
                  <TableCell key={key} right={right} className="max-w-72" title={shownValue(read(cell)) || undefined}>
                    {show(cell) ?? <span className="text-ink-3">–</span>}
                  </TableCell>
                ))}
                <TableCell right>
                  <OpenJob cell={cell} axes={axes} />
                </TableCell>
              </Row>
            ))}
          </tbody>
        </Table>
      </section>
    </section>
  )
}

interface BoardColumn {
  key: string
  head: string
  right: boolean
  /** What the column is sorted by. */
  read: (cell: Cell) => Scalar | undefined
  /** Nothing for a value that is missing. */
  show: (cell: Cell) => ReactNode
}

function columnsOf(cells: readonly Cell[], axes: readonly Axis[], shown: readonly string[]): BoardColumn[] {
  const isNumeric = (read: BoardColumn['read']) =>
    cells.some((cell) => read(cell) !== undefined) &&
    cells.every((cell) => ['number', 'undefined'].includes(typeof read(cell)))
  const state: BoardColumn = {
    key: 'state',
    head: texts.state,
    right: false,
    read: ({ job }) => STATE_LABELS[job.properties.State],
    show: (cell) => <State cell={cell} />,
  }
  const parameters = axes.map(({ name, label, words }) => {
    const read = (cell: Cell) => cell.parameters[name]
    return { key: `p ${name}`, head: label, right: isNumeric(read), read, show: (cell: Cell) => words(read(cell)) }
  })
  const values = shown.map((name) => {
    const read = (cell: Cell) => cell.values[name]
    return {
      key: `v ${name}`,
      head: name,
      right: isNumeric(read),
      read,
      show: (cell: Cell) => shownValue(read(cell)) || undefined,
    }
  })
  return [...parameters, state, ...values]
}

function State({ cell: { job } }: { cell: Cell }) {
  const { State: state } = job.properties
  return (
    <span className="flex items-center gap-2">
      <StateIcon state={state} /> {STATE_LABELS[state]}
    </span>
  )
}

/** Nothing for a value that is missing. */
function shownValue(value: Scalar | undefined): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value ?? '')
  return String(Number(value.toPrecision(6)))
}

/** An execution opens on its own page. */
function OpenJob({ cell, axes }: { cell: Cell; axes: readonly Axis[] }) {
  const { job } = cell
  const details = encodeLink(selfHref(job))
  const label = fill(texts.openTheJobWith, wordsOfCell(axes, cell))
  const className = 'font-medium text-accent hover:underline'
  if (hrefOf(job, 'Execution')) {
    return (
      <Link to="/workflows/executions/$details" params={{ details }} aria-label={label} className={className}>
        {texts.open}
      </Link>
    )
  }
  return (
    <Link to="/jobs/$details" params={{ details }} aria-label={label} className={className}>
      {texts.open}
    </Link>
  )
}
