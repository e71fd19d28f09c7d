import type { PreviewColumn } from '@millrace/contracts/previews'
import { Select } from '#components/ui/select.tsx'
import { axisColumns, barText, type ChartChoice, numberColumns } from './chart-choice.ts'
import * as texts from './texts.ts'

interface ChartColumnsProps {
  columns: readonly PreviewColumn[]
  choice: ChartChoice
  /** The columns that can split the chart into lines, and the selected one. */
  color: { column: string | undefined; columns: readonly string[] }
  onChoose: (choice: ChartChoice) => void
}

const ROWS = 'rows'
const COLUMN = 'column:'
const WIDTH = 'w-44 phone:w-full'

/** Selects the columns of a chart and, for bars, the measure. */
export function ChartColumns(props: ChartColumnsProps) {
  return props.choice.chart === 'Bars' ? <BarColumns {...props} /> : <AxisColumns {...props} />
}

function AxisColumns({ columns, choice, color, onChoose }: ChartColumnsProps) {
  return (
    <>
      <ColumnSelect
        label={texts.vertical}
        word={texts.y}
        value={choice.y}
        names={numberColumns(columns).map(({ Name }) => Name)}
        onChange={(y) => onChoose({ ...choice, y })}
      />
      <ColumnSelect
        label={texts.horizontal}
        word={texts.x}
        value={choice.x}
        names={axisColumns(columns).map(({ Name }) => Name)}
        none={texts.rowOrder}
        onChange={(x) => onChoose({ ...choice, x })}
      />
      {choice.chart === 'Line' && color.columns.length > 0 ? (
        <ColumnSelect
          label={texts.colorBy}
          word={texts.colorBy}
          value={color.column}
          names={color.columns}
          none={texts.noColor}
          onChange={(name) => onChoose({ ...choice, color: name ?? '' })}
        />
      ) : null}
    </>
  )
}

function BarColumns({ columns, choice, onChoose }: ChartColumnsProps) {
  const measures = numberColumns(columns).flatMap(({ Name }) => [
    { measure: 'Mean' as const, y: Name },
    { measure: 'Sum' as const, y: Name },
  ])
  const all = [{ measure: 'Count' as const, y: undefined }, ...measures]
  const keyOf = ({ measure, y }: Pick<ChartChoice, 'measure' | 'y'>) =>
    measure === 'Count' ? 'Count' : `${measure} ${y}`
  return (
    <>
      <span className="flex max-w-full min-w-0 phone:col-span-2">
        <Select
          size="sm"
          aria-label={texts.bar}
          className="w-52 phone:w-full"
          value={keyOf(choice)}
          onChange={(key) => onChoose({ ...choice, ...all.find((one) => keyOf(one) === key) })}
          options={all.map((one) => ({ value: keyOf(one), label: barText(one) }))}
        />
      </span>
      <ColumnSelect
        label={texts.categories}
        word={texts.per}
        value={choice.x}
        names={columns.filter(({ Kind }) => Kind !== 'other').map(({ Name }) => Name)}
        onChange={(x) => onChoose({ ...choice, x })}
      />
    </>
  )
}

interface ColumnSelectProps {
  label: string
  /** Shown before the field. */
  word: string
  value: string | undefined
  names: readonly string[]
  /** The label of the option for no column. Without it, a column is required. */
  none?: string
  onChange: (name: string | undefined) => void
}

function ColumnSelect({ label, word, value, names, none, onChange }: ColumnSelectProps) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-ink-2">
      <span aria-hidden="true" className="whitespace-nowrap">
        {word}
      </span>
      <Select
        size="sm"
        aria-label={label}
        className={WIDTH}
        value={value === undefined ? (none ? ROWS : null) : `${COLUMN}${value}`}
        onChange={(next) => onChange(next === ROWS ? undefined : next.slice(COLUMN.length))}
        options={[
          ...(none ? [{ value: ROWS, label: none }] : []),
          ...names.map((name) => ({ value: `${COLUMN}${name}`, label: name })),
        ]}
      />
    </span>
  )
}
