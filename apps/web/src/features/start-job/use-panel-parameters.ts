import { LIMITS } from '@millrace/contracts/limits'
import { readSchema } from '@millrace/parameters/json-schema'
import { sameJson } from '@millrace/parameters/pointer'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { chosenSheets, type SlotColumns, slotsWithColumns, withColumnGuesses } from '#components/schema-form/columns.ts'
import { type Parameters, startingParameters } from '#components/schema-form/defaults.ts'
import { useParameterForm } from '#components/schema-form/use-parameter-form.ts'
import { type Sweep, useWithoutSwept } from '#components/sweep/use-sweep.ts'
import { useTryQuery } from '#features/previews/try-query.queries.ts'
import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { selfHref } from '#lib/siren.ts'
import { hasSqlField, type SqlTable, sqlTable } from '#lib/sql-tables.ts'
import { newJobKey, readStoredParameters, removeStoredParameters, storeParameters } from './parameter-storage.ts'
import { columnsQuery, knownSheet } from './start-job.queries.ts'

interface PanelParametersOptions {
  /** URL of the draft or earlier job that the panel is opened for. Parameters are kept separately for each job. */
  jobHref: string | undefined
  step: StepDocument | undefined
  earlier: Parameters | undefined
  /** URLs by input slot. */
  slots: Record<string, readonly string[]>
  documents: readonly WorkDataDocument[]
  sweep: Sweep
}

/**
 * State of the selected step's parameters, based on its defaults, the values of an earlier job, and columns guessed
 * from the selected files.
 */
export function usePanelParameters({ jobHref, step, earlier, slots, documents, sweep }: PanelParametersOptions) {
  const key = step && (jobHref ? `${jobHref} ${selfHref(step)}` : newJobKey(selfHref(step)))
  const stored = useMemo(() => (key === undefined ? undefined : readStoredParameters(key)), [key])
  const text = step?.properties.ParameterSchema
  const schema = useMemo(() => readSchema(text), [text])
  const [edited, setEdited] = useState<{ key: string | undefined; value: Parameters | undefined }>()
  const current = edited?.key === key ? edited?.value : (stored?.value ?? earlier)
  const columns = useSlotColumns({
    wanted: schema ? slotsWithColumns(schema) : [],
    sheets: schema && current ? chosenSheets(schema, current) : {},
    slots,
    documents,
  })

  const defaults = useMemo(() => {
    if (!schema) return {}
    return withColumnGuesses(schema, startingParameters(schema, read(step?.properties.DefaultParameters)), columns)
  }, [schema, step, columns])
  const isEdited = edited !== undefined && edited.key === key
  const untouched = useMemo(
    () => (schema ? withColumnGuesses(schema, startingParameters(schema, defaults, earlier), columns) : {}),
    [schema, defaults, earlier, columns],
  )
  const edits = useMemo(() => {
    if (isEdited) return edited.value
    return stored?.from === 'table' ? { ...untouched, ...stored.value } : stored?.value
  }, [isEdited, edited, stored, untouched])
  const value = useMemo(
    () => (schema && edits ? withColumnGuesses(schema, edits, columns) : untouched),
    [schema, edits, untouched, columns],
  )
  const hasEdits = !sameJson(value, untouched)

  const isQuery = schema !== undefined && hasSqlField(schema)
  const files = isQuery ? queriedFiles(slots, documents) : []
  const tables = useSqlTables(files)
  const form = useParameterForm({
    ...useWithoutSwept(schema, sweep),
    value,
    defaults,
    columns,
    tables,
    tryQuery: useTryQuery(files),
    onChange: (next) => {
      setEdited({ key, value: next })
      if (key !== undefined) storeParameters(key, { value: next, from: 'panel' })
    },
  })
  return {
    form,
    /** Whether the parameters differ from those that the panel starts with. */
    hasEdits,
    /** The origin of the changes, if they weren't made since the panel was opened: an earlier visit, or a table. */
    restoredFrom: !isEdited && hasEdits ? stored?.from : undefined,
    forget: () => {
      setEdited({ key, value: undefined })
      if (key !== undefined) removeStoredParameters(key)
    },
  }
}

/** Placeholder while another sheet is loading or if it isn't found, so that its columns can be entered manually. */
const UNKNOWN = { columns: [], hasMore: true }

interface SlotColumnsOptions extends Pick<PanelParametersOptions, 'slots' | 'documents'> {
  /** The slots whose columns the schema refers to. */
  wanted: readonly string[]
  /** The selected sheets, by slot. */
  sheets: Record<string, string>
}

/** Slots are left out until the columns of their first file are loaded. */
function useSlotColumns({ wanted, sheets, slots, documents }: SlotColumnsOptions): readonly SlotColumns[] {
  const sources = wanted.flatMap((slot) => {
    const file = documents.find((document) => selfHref(document) === slots[slot]?.[0])
    return file ? [{ slot, file }] : []
  })
  const firsts = useQueries({
    queries: sources.map(({ file }) => columnsQuery(file)),
    combine: (results) => results.map(({ data }) => data),
  })
  return useQueries({
    queries: sources.map(({ slot, file }, at) => columnsQuery(file, knownSheet(firsts[at], sheets[slot]))),
    combine: (results) =>
      sources.flatMap(({ slot, file }, at) => {
        const first = firsts[at]
        if (!first) return []
        const isTyped = sheets[slot] !== undefined && knownSheet(first, sheets[slot]) === undefined
        const own = isTyped ? UNKNOWN : (results[at]?.data ?? UNKNOWN)
        return [{ ...first, ...own, slot, fileName: file.properties.Name }]
      }),
  })
}

function queriedFiles(
  slots: Record<string, readonly string[]>,
  documents: readonly WorkDataDocument[],
): readonly WorkDataDocument[] {
  const hrefs = Object.values(slots).flat().slice(0, LIMITS.queryTablesMax)
  return hrefs.flatMap((href) => documents.find((document) => selfHref(document) === href) ?? [])
}

/** A table has no columns until they are loaded. */
function useSqlTables(files: readonly WorkDataDocument[]): readonly SqlTable[] {
  return useQueries({
    queries: files.map((file) => columnsQuery(file)),
    combine: (results) => files.map(({ properties }, index) => sqlTable(properties.Name, index, results[index]?.data)),
  })
}

function read(text: string | null | undefined): Parameters | undefined {
  return text ? (JSON.parse(text) as Parameters) : undefined
}
