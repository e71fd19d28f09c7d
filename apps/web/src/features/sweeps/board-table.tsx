import { STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { HeadCell, Row, type SortDirection, SortHead, Table } from '#components/ui/table.tsx'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { type Cell, compareScalars, type Scalar } from './board-model.ts'

interface BoardTableProps {
  cells: readonly Cell[]
  axes: readonly string[]
  names: readonly string[]
  shown: readonly string[]
  onShown: (names: readonly string[]) => void
}

/** The parameters, state and chosen values of each job. Sorts by any column. */
export function BoardTable({ cells, axes, names, shown, onShown }: BoardTableProps) {
  const [sort, setSort] = useState<{ by: string; direction: SortDirection }>()
  const [isChoosing, setChoosing] = useState(false)
  const columns = [
    ...axes.map((name) => ({ key: `p ${name}`, name, read: (cell: Cell) => cell.parameters[name] })),
    { key: 'state', name: 'State', read: (cell: Cell) => STATE_LABELS[cell.job.properties.State] },
    ...shown.map((name) => ({ key: `v ${name}`, name, read: (cell: Cell) => cell.values[name] })),
  ]
  const by = columns.find(({ key }) => key === sort?.by)
  const factor = sort?.direction === 'Descending' ? -1 : 1
  const sorted = by ? cells.toSorted((a, b) => factor * compareScalars(by.read(a), by.read(b))) : cells
  return (
    <section aria-label="Jobs of the sweep" className="border-b border-line">
      <div className="flex justify-end px-6 pb-2 phone:px-4">
        {names.length > 0 ? (
          <Popover
            label="Values in the table"
            align="end"
            open={isChoosing}
            onOpenChange={setChoosing}
            trigger={
              <Button size="sm" variant="quiet" icon={<Columns3 aria-hidden="true" />}>
                Values
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keys */}
      <section aria-label="Table" tabIndex={0} className="scroll-thin max-h-96 overflow-auto border-t border-line">
        <Table label="Jobs of the sweep" className="table-auto!">
          <thead>
            <tr>
              {columns.map(({ key, name }) => (
                <SortHead
                  key={key}
                  direction={sort?.by === key ? sort.direction : undefined}
                  onSort={(direction) => setSort({ by: key, direction })}
                >
                  {name}
                </SortHead>
              ))}
              <HeadCell>
                <span className="sr-only">Job</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {sorted.map((cell) => (
              <Row key={cell.key}>
                {columns.map(({ key, read }) => (
                  <td key={key} className="h-9 max-w-72 truncate px-2.5 first:pl-6 phone:first:pl-4">
                    {key === 'state' ? <State cell={cell} /> : <Value value={read(cell)} />}
                  </td>
                ))}
                <td className="h-9 px-2.5 pr-6 text-right">
                  <OpenJob cell={cell} />
                </td>
              </Row>
            ))}
          </tbody>
        </Table>
      </section>
    </section>
  )
}

function State({ cell: { job } }: { cell: Cell }) {
  const { State: state } = job.properties
  return (
    <span className="flex items-center gap-2">
      <StateIcon state={state} /> {STATE_LABELS[state]}
    </span>
  )
}

function Value({ value }: { value: Scalar | undefined }) {
  if (value === undefined) return <span className="text-ink-3">–</span>
  return <span className={typeof value === 'number' ? 'num' : ''}>{shownValue(value)}</span>
}

function shownValue(value: Scalar): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value)
  return String(Number(value.toPrecision(6)))
}

/** An execution opens on its own page. */
function OpenJob({ cell: { job, parameters } }: { cell: Cell }) {
  const details = encodeLink(selfHref(job))
  const label = `Open the job with ${Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
  const className = 'font-medium text-accent hover:underline'
  if (hrefOf(job, 'Execution')) {
    return (
      <Link to="/workflows/executions/$details" params={{ details }} aria-label={label} className={className}>
        Open
      </Link>
    )
  }
  return (
    <Link to="/jobs/$details" params={{ details }} aria-label={label} className={className}>
      Open
    </Link>
  )
}
