import { readSchema } from '@millrace/parameters/json-schema'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type SlotColumns, slotsWithColumns, withColumnGuesses } from '#components/schema-form/columns.ts'
import { type Parameters, startingParameters } from '#components/schema-form/defaults.ts'
import { useParameterForm } from '#components/schema-form/use-parameter-form.ts'
import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { selfHref } from '#lib/siren.ts'
import { columnsQuery } from './start-job.queries.ts'

interface PanelParametersOptions {
  step: StepDocument | undefined
  /** Values of an earlier job of the same step. */
  earlier: Parameters | undefined
  /** Hrefs by input slot. */
  slots: Record<string, readonly string[]>
  documents: readonly WorkDataDocument[]
}

/** The parameters of the chosen step: its defaults, an earlier job's values, columns guessed from the chosen files. */
export function usePanelParameters({ step, earlier, slots, documents }: PanelParametersOptions) {
  const stepHref = step && selfHref(step)
  const text = step?.properties.ParameterSchema
  const schema = useMemo(() => readSchema(text), [text])
  const columns = useSlotColumns(schema ? slotsWithColumns(schema) : [], slots, documents)
  const [edited, setEdited] = useState<{ stepHref: string | undefined; value: Parameters }>()

  const defaults = useMemo(() => {
    if (!schema) return {}
    return withColumnGuesses(schema, startingParameters(schema, read(step?.properties.DefaultParameters)), columns)
  }, [schema, step, columns])
  const edits = edited?.stepHref === stepHref ? edited?.value : undefined
  const value = useMemo(() => {
    if (!schema) return {}
    return withColumnGuesses(schema, edits ?? startingParameters(schema, defaults, earlier), columns)
  }, [schema, edits, defaults, earlier, columns])

  return useParameterForm({
    schema,
    value,
    defaults,
    columns,
    onChange: (next) => setEdited({ stepHref, value: next }),
  })
}

/** The columns of the first file in each slot that the schema asks about. */
function useSlotColumns(
  wanted: readonly string[],
  slots: Record<string, readonly string[]>,
  documents: readonly WorkDataDocument[],
): readonly SlotColumns[] {
  const sources = wanted.flatMap((slot) => {
    const file = documents.find((document) => selfHref(document) === slots[slot]?.[0])
    return file ? [{ slot, file }] : []
  })
  return useQueries({
    queries: sources.map(({ file }) => columnsQuery(file)),
    combine: (results) =>
      sources.flatMap(({ slot, file }, index) => {
        const found = results[index]?.data
        return found ? [{ slot, fileName: file.properties.Name, ...found }] : []
      }),
  })
}

function read(text: string | null | undefined): Parameters | undefined {
  return text ? (JSON.parse(text) as Parameters) : undefined
}
