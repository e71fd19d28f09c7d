import type { ContinueExecutionParameters } from '@millrace/contracts/executions'
import { sameJson } from '@millrace/parameters/pointer'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { variablesSchema } from '@millrace/workflows/variables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { startingParameters } from '#components/schema-form/defaults.ts'
import { useParameterForm } from '#components/schema-form/use-parameter-form.ts'
import { actionOf, runAction } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import type { Edit } from '../document/draft.ts'
import { continuationQueries, type ExecutionDocument } from './continuation.queries.ts'
import * as texts from './texts.ts'

const TYPING_MS = 250

export type Continuation = ReturnType<typeof useContinuation>

/** The definition with which an execution continues. */
export interface ContinuedDefinition {
  definition: WorkflowDefinition
  /** URL of the definition's work data. Undefined if the execution already ran this definition. */
  href?: string | undefined
}

/** State of a continuation: the changes, what would be reused, and the start. */
export function useContinuation(
  execution: ExecutionDocument,
  { definition: original, href }: ContinuedDefinition,
  onStarted: (jobHref: string) => void,
) {
  const { Name } = execution.properties
  const [name, setName] = useState(Name)
  const [reuses, setReuses] = useState(true)
  const [definition, setDefinition] = useState(original)
  const schema = useMemo(() => variablesSchema(original), [original])
  // A changed definition may have other variables, so only values that fit its variables are kept.
  const [earlier] = useState(() =>
    href === undefined ? execution.properties.Variables : startingParameters(schema, execution.properties.Variables),
  )
  const [variables, setVariables] = useState(earlier)
  const form = useParameterForm({ schema, value: variables, defaults: earlier, onChange: setVariables })

  const isChanged = !sameJson(definition, original)
  const input: ContinueExecutionParameters = {
    Variables: variables,
    Reuse: reuses,
    ...(isChanged
      ? { Definition: definition as Record<string, unknown> }
      : href !== undefined && { DefinitionUrl: href }),
  }
  const settled = useDebounced(JSON.stringify(input), TYPING_MS)
  const preview = useQuery(continuationQueries.preview(execution, JSON.parse(settled) as ContinueExecutionParameters))
  return {
    name,
    setName,
    reuses,
    setReuses,
    definition,
    edit: (edit: Edit) => setDefinition(edit),
    form,
    preview,
    isSettled: settled === JSON.stringify(input) && !preview.isPlaceholderData && !preview.isFetching,
    start: useStart(execution, onStarted),
    input: { ...input, Name: name.trim() },
  }
}

function useStart(execution: ExecutionDocument, onStarted: (jobHref: string) => void) {
  const queryClient = useQueryClient()
  const once = useIdempotent()
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (input: ContinueExecutionParameters) => {
      const action = actionOf(execution, 'Continue')
      if (!action) throw new Error(texts.cannotContinueNow)
      const started = await once(input, (idempotencyKey) => runAction(action, input, { idempotencyKey }))
      if (started === undefined) throw new Error('Error response')
      return started
    },
    onSuccess: (started) => {
      toast.success(texts.executionStarted)
      onStarted(started)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  })
}
