import type { ContinueExecutionParameters } from '@millrace/contracts/executions'
import { sameJson } from '@millrace/parameters/pointer'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { variablesSchema } from '@millrace/workflows/variables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import type { Parameters } from '#components/schema-form/defaults.ts'
import { useParameterForm } from '#components/schema-form/use-parameter-form.ts'
import { encodeLink } from '#lib/link-code.ts'
import { randomId } from '#lib/random-id.ts'
import { actionOf, runAction } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { useSettled } from '#lib/use-settled.ts'
import type { Edit } from '../document/draft.ts'
import { continuationQueries, type ExecutionDocument } from './continuation.queries.ts'
import * as texts from './texts.ts'

const TYPING_MS = 250

export type Continuation = ReturnType<typeof useContinuation>

/** What is changed before an execution continues, what would be reused, and the start. */
export function useContinuation(execution: ExecutionDocument, original: WorkflowDefinition, onClose: () => void) {
  const { Name, Variables } = execution.properties
  const [name, setName] = useState(Name)
  const [reuses, setReuses] = useState(true)
  const [definition, setDefinition] = useState(original)
  const [variables, setVariables] = useState<Parameters>(Variables)
  const schema = useMemo(() => variablesSchema(original), [original])
  const form = useParameterForm({ schema, value: variables, defaults: Variables, onChange: setVariables })

  const isChanged = !sameJson(definition, original)
  const input: ContinueExecutionParameters = {
    Variables: variables,
    Reuse: reuses,
    ...(isChanged && { Definition: definition as Record<string, unknown> }),
  }
  const settled = useSettled(JSON.stringify(input), TYPING_MS)
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
    start: useStart(execution, onClose),
    input: { ...input, Name: name.trim() },
  }
}

function useStart(execution: ExecutionDocument, onClose: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const keys = useRef({ text: '', key: '' })
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (input: ContinueExecutionParameters) => {
      const action = actionOf(execution, 'Continue')
      if (!action) throw new Error('This execution can’t continue right now.')
      const text = JSON.stringify(input)
      if (keys.current.text !== text) keys.current = { text, key: randomId() }
      const started = await runAction(action, input, { idempotencyKey: keys.current.key })
      if (started === undefined) throw new Error('Error response')
      return started
    },
    onSuccess: (started) => {
      toast.success(texts.executionStarted)
      onClose()
      void navigate({ to: '/workflows/executions/$details', params: { details: encodeLink(started) } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  })
}
