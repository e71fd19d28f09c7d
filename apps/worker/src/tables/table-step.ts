import type { Engine } from '@millrace/tables/engine'
import type { Table } from '@millrace/tables/table'
import {
  defineStep,
  type ParameterSchema,
  type ParametersOf,
  type Slot,
  type Step,
  type StepContext,
  type StepDefinition,
} from '@millrace/worker-sdk'
import { orderNotes } from './date-orders.ts'
import { ENCODING_PARAMETER } from './encoding-parameter.ts'
import { readTable } from './read-table.ts'
import { SAMPLE_PARAMETER } from './sampled-file.ts'
import { SHEET_PARAMETER } from './sheet-parameter.ts'
import { TABLE_MEDIA } from './table-media.ts'
import { unitNotes, withEqualPercents } from './units.ts'
import { withEngine } from './with-engine.ts'
import { FORMAT_PARAMETER, numberFormats, type TableOutput, WRITTEN_MEDIA, writeTable } from './write-table.ts'

const FILES = {
  output_format: { ...FORMAT_PARAMETER, 'x-group': 'Files' },
  encoding: { ...ENCODING_PARAMETER, 'x-group': 'Files' },
  sheet: { ...SHEET_PARAMETER, 'x-group': 'Files' },
  sample_rows: { ...SAMPLE_PARAMETER, 'x-group': 'Files' },
} as const

type Properties = ParameterSchema['properties']
type WithFiles<P extends Properties> = { type: 'object'; properties: P & typeof FILES }

/** A job of a table step: the tables that were read, and the user's choices. */
export interface TableJob<P extends Properties> {
  engine: Engine
  table: Table
  /** Ordered by slot and by the files in each slot. */
  tables: readonly Table[]
  parameters: ParametersOf<WithFiles<P>>
  log: StepContext<unknown>['log']
  context: StepContext<ParametersOf<WithFiles<P>>>
}

interface Made {
  /** A view, a table or a parenthesized query. */
  from: string
  /** A column of times that need UTC offsets, and the time zone of these offsets. */
  zoned?: TableOutput['zoned']
  /** Values for the job's result. A function receives the number of rows written. */
  figures?: Record<string, unknown> | ((rows: number) => Record<string, unknown>)
}

interface TableStep<P extends Properties>
  extends Omit<StepDefinition<WithFiles<P>>, 'run' | 'parameters' | 'outputs' | 'inputs' | 'returns'> {
  parameters: P
  required?: readonly (keyof P & string)[]
  /** By default, one slot for a single table. */
  inputs?: readonly Slot[]
  output: Slot & { suffix: string }
  /**
   * Whether result columns have the same values as input columns of the same name. If so, workbooks keep the formats of
   * these columns.
   */
  keepsValues?: boolean
  /** Whether columns of the same name are combined or compared. If so, percentages have one form in all tables. */
  combines?: boolean
  /** Slots for further results, which `make` writes. */
  further?: readonly Slot[]
  /** JSON Schema of `figures` in the result of `make`, without the numbers of rows and columns. */
  figures?: Record<string, unknown>
  make(job: TableJob<P>): Promise<Made>
}

/** Returns a slot for tables in any supported format. */
export function tableSlot(slot: Omit<Slot, 'mediaType'>): Slot {
  return { ...slot, mediaType: TABLE_MEDIA }
}

const TABLE: Slot = tableSlot({ name: 'table', title: 'Table', description: 'The table to read.' })

/** Defines a step that reads tables and writes one table. Reading, writing and logging are done here. */
export function tableStep<const P extends Properties>(definition: TableStep<P>): Step {
  const {
    parameters,
    required = [],
    inputs = [TABLE],
    output,
    further = [],
    figures,
    keepsValues,
    combines = false,
    make,
    ...texts
  } = definition
  const { suffix, ...slot } = output
  const sheet = { ...FILES.sheet, 'x-sheet-of': inputs[0]?.name ?? TABLE.name }
  return defineStep<WithFiles<P>>({
    ...texts,
    deterministic: true,
    parameters: { type: 'object', properties: { ...parameters, ...FILES, sheet }, required } as WithFiles<P>,
    inputs,
    outputs: [{ ...slot, mediaType: WRITTEN_MEDIA }, ...further],
    returns: { type: 'object', properties: { ...SIZE, ...figures } },
    showFirst: texts.showFirst ?? [slot.name],
    run: (context) =>
      withEngine(context, async (engine) => {
        const job = await jobOf<P>(engine, context, { inputs, combines })
        const { from, zoned, figures: found } = await make(job)
        context.progress(0.8)
        const format = job.parameters.output_format as 'parquet' | 'csv' | 'xlsx'
        const numbers = numberFormats(keepsValues ? job.tables : [])
        const size = await writeTable(engine, context, { slot: slot.name, from, zoned, suffix, format, numbers })
        return { ...size, ...(typeof found === 'function' ? found(size.rows) : found) }
      }),
  })
}

const SIZE = {
  rows: { type: 'integer', title: 'Rows' },
  columns: { type: 'integer', title: 'Columns' },
}

async function jobOf<P extends Properties>(
  engine: Engine,
  context: StepContext<ParametersOf<WithFiles<P>>>,
  { inputs, combines }: { inputs: readonly Slot[]; combines: boolean },
): Promise<TableJob<P>> {
  const files = inputs.flatMap(({ name }) => {
    const chosen = context.inputs(name)
    return chosen.length > 0 ? chosen : [context.input(name)]
  })
  const read: Table[] = []
  for (const [index, file] of files.entries()) {
    const { folder, log, parameters } = context
    read.push(await readTable(engine, file, { folder, log, index, parameters: readingParameters(parameters, index) }))
    context.progress(((index + 1) / files.length) * 0.5)
  }
  const tables = combines ? await withEqualPercents(engine, read, context.log) : read
  const [table] = tables
  if (!table) throw new Error('A step on tables needs a slot.')
  for (const note of [...orderNotes(tables), ...unitNotes(tables)]) context.log.warn(note)
  const named = inputs.length === 2 ? distinguished(tables, context.parameters) : tables
  return { engine, table: named[0] ?? table, tables: named, parameters: context.parameters, log: context.log, context }
}

/** Gives two tables different names if they are from the same workbook or from files with the same name. */
function distinguished(tables: readonly Table[], parameters: object): Table[] {
  const [first, other] = tables
  if (!first || !other || first.name !== other.name) return [...tables]
  const { sheet, other_sheet } = parameters as { sheet?: string | null; other_sheet?: string | null }
  const isBySheet = (sheet || null) !== (other_sheet || null)
  const suffixes = isBySheet ? [sheet || 'first sheet', other_sheet || 'first sheet'] : ['first table', 'other table']
  return tables.map((table, at) => ({ ...table, name: `${table.name}, ${suffixes[at]}` }))
}

/**
 * Returns the parameters for reading one of the tables. The second table may be on a different sheet than the first.
 */
function readingParameters(parameters: object, index: number): Parameters<typeof readTable>[2]['parameters'] {
  const { other_sheet, ...rest } = parameters as { sheet?: string | null; other_sheet?: string | null }
  return index > 0 && other_sheet !== undefined ? { ...rest, sheet: other_sheet } : rest
}
