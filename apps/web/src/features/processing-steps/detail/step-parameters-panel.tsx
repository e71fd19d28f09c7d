import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { PillChoice } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { Cell, HeadCell, Row, Table, TableFrame } from '#components/ui/table.tsx'
import { fill } from '#lib/fill.ts'
import { changeSummary, type ParameterRow, parameterRows } from '../parameter-table.ts'
import type { StepDocument } from '../processing-steps.queries.ts'
import * as texts from './texts.ts'

interface StepParametersPanelProps {
  step: StepDocument
  versions: readonly StepDocument[]
  compared: StepDocument | undefined
  onCompare: (version: string | undefined) => void
  code: (json: string, label: string) => ReactNode
}

const NOTHING = ''

/** Lists the parameters with type, default and description, and optionally with the defaults of another version. */
export function StepParametersPanel({ step, versions, compared, onCompare, code }: StepParametersPanelProps) {
  const [view, setView] = useState<'table' | 'schema'>('table')
  const { ParameterSchema, Version } = step.properties
  if (!ParameterSchema) return <p className="px-6 py-5 text-md text-ink-2">{texts.thisStepTakesNoParameters}</p>
  const rows = parameterRows(step, compared)
  const others = versions.filter(({ properties }) => properties.Version !== Version)
  return (
    <>
      <div className="flex min-h-11 flex-none flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-1.5">
        <PillChoice
          label={texts.parametersAs}
          value={view}
          onChange={setView}
          choices={[
            { value: 'table', label: texts.table },
            { value: 'schema', label: texts.jsonSchema },
          ]}
        />
        {view === 'table' && others.length > 0 ? (
          <span className="ml-auto flex items-center gap-2 text-xs text-ink-2">
            Compare with
            <Select
              size="sm"
              aria-label={texts.compareWithVersion}
              className="w-32!"
              value={compared?.properties.Version ?? NOTHING}
              onChange={(version) => onCompare(version || undefined)}
              options={[
                { value: NOTHING, label: 'nothing' },
                ...others.map(({ properties }) => ({ value: properties.Version, label: properties.Version })),
              ]}
            />
            {compared ? (changeSummary(rows) ?? 'no changes') : null}
          </span>
        ) : null}
      </div>
      {view === 'schema' ? (
        code(JSON.stringify(JSON.parse(ParameterSchema), null, 2), fill(texts.parameterSchemaOf, step.properties.Title))
      ) : (
        <ParameterTable rows={rows} version={Version} compared={compared?.properties.Version} />
      )}
    </>
  )
}

interface ParameterTableProps {
  rows: readonly ParameterRow[]
  version: string
  compared: string | undefined
}

function ParameterTable({ rows, version, compared }: ParameterTableProps) {
  return (
    <TableFrame role="region" aria-label={texts.parameters} tabIndex={0}>
      <Table label={texts.parameters} className="min-w-[760px]">
        <colgroup>
          <col className="w-44" />
          <col className="w-32" />
          {compared ? <col className="w-28" /> : null}
          <col className="w-28" />
          <col className="w-40" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <HeadCell>{texts.parameter}</HeadCell>
            <HeadCell>{texts.type}</HeadCell>
            {compared ? <HeadCell>{fill(texts.defaultAgainst, compared)}</HeadCell> : null}
            <HeadCell className={clsx(compared && 'font-medium! text-ink!')}>
              {compared ? fill(texts.defaultInVersion, version) : texts.defaultValue}
            </HeadCell>
            <HeadCell>{texts.allowed}</HeadCell>
            <HeadCell>{texts.description}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.name}>
              <Cell title={row.label}>
                <span className="font-mono text-xs font-medium">{row.name}</span>
                {row.isRequired ? <span className="ml-1.5 text-xs text-ink-3">{texts.required}</span> : null}
              </Cell>
              <Cell className="text-ink-2">{row.type}</Cell>
              {compared ? <Cell className="text-ink-2">{row.before ?? '–'}</Cell> : null}
              <Cell title={row.initial}>
                <span className={clsx(row.change && GROUNDS[row.change])}>{row.initial ?? '–'}</span>
              </Cell>
              <Cell className="text-xs text-ink-2" title={row.allowed}>
                {row.allowed || '–'}
              </Cell>
              <Cell title={row.meaning} className="whitespace-normal! py-2 text-ink-2">
                {row.meaning || row.label}
                {row.change === 'added' ? <span className="ml-2 text-success">{texts.added}</span> : null}
                {row.change === 'removed' ? <span className="ml-2 text-warning">{texts.removed}</span> : null}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

const GROUNDS = {
  changed: '-mx-1.5 rounded-sm bg-accent-soft px-1.5 py-1',
  added: '-mx-1.5 rounded-sm bg-success-soft px-1.5 py-1',
  removed: '',
}
