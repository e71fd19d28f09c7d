import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import { WorkDataFieldContext } from '#components/schema-form/work-data-field.ts'
import { ErrorView } from '#components/ui/error-view.tsx'
import { Select } from '#components/ui/select.tsx'
import { Sheet } from '#components/ui/sheet.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { fill } from '#lib/fill.ts'
import { useKnownSteps } from '../known-steps.ts'
import { renderWorkDataField } from '../start/work-data-field.tsx'
import { continuationQueries, type ExecutionDocument } from './continuation.queries.ts'
import { ContinueFoot } from './continue-foot.tsx'
import { NodeConstants } from './node-constants.tsx'
import { NodeDecisions } from './node-decisions.tsx'
import * as texts from './texts.ts'
import { type Continuation, useContinuation } from './use-continuation.ts'

interface ContinueSheetProps {
  execution: ExecutionDocument
  /** The node whose parameters are open at first. */
  node: string | undefined
  onClose: () => void
}

/** Changes an execution that has ended and runs it again. What is finished and unchanged is reused. */
export default function ContinueSheet({ execution, node, onClose }: ContinueSheetProps) {
  const { data, error, refetch } = useQuery(continuationQueries.definition(execution))
  if (data) return <ContinueForm execution={execution} definition={data} node={node} onClose={onClose} />
  return (
    <Sheet open onClose={onClose} title={titleOf(execution)}>
      {error ? (
        <ErrorView title={texts.theWorkflowCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Sheet>
  )
}

function titleOf({ properties: { State, Name } }: ExecutionDocument): string {
  return State === 'Completed' ? fill(texts.runAgain, Name) : fill(texts.fixAndContinue, Name)
}

function ContinueForm(props: ContinueSheetProps & { definition: WorkflowDefinition }) {
  const { execution, definition, node, onClose } = props
  const continuation = useContinuation(execution, definition, onClose)
  const hasVariables = Object.keys(continuation.form.schema?.properties ?? {}).length > 0
  return (
    <Sheet open onClose={onClose} title={titleOf(execution)} foot={<ContinueFoot continuation={continuation} />}>
      <div className="grid gap-7 px-6 py-5 phone:px-4">
        <section aria-labelledby="continue-decisions">
          <h2 id="continue-decisions" className="mb-3 font-semibold">
            {texts.whatWillRun}
          </h2>
          <NodeDecisions preview={continuation.preview} />
        </section>
        {hasVariables ? (
          <section aria-labelledby="continue-variables">
            <h2 id="continue-variables" className="mb-3 font-semibold">
              {texts.variables}
            </h2>
            <WorkDataFieldContext value={renderWorkDataField}>
              <SchemaForm form={continuation.form} />
            </WorkDataFieldContext>
          </section>
        ) : null}
        <NodeSection continuation={continuation} first={node} />
      </div>
    </Sheet>
  )
}

/** The parameters of one step of the workflow. */
function NodeSection({ continuation, first }: { continuation: Continuation; first: string | undefined }) {
  const { nodes } = continuation.definition
  const [chosen, setChosen] = useState(first ?? nodes[0]?.id ?? '')
  const steps = useKnownSteps()
  const node = nodes.find(({ id }) => id === chosen)
  return (
    <section aria-labelledby="continue-parameters">
      <div className="mb-3 flex items-center gap-3">
        <h2 id="continue-parameters" className="flex-none font-semibold">
          {texts.parametersOf}
        </h2>
        <Select
          aria-label={texts.stepWhoseParametersToChange}
          className="min-w-0 flex-1"
          value={chosen}
          onChange={setChosen}
          options={nodes.map(({ id, title }) => ({ value: id, label: title ?? id }))}
        />
      </div>
      {node ? (
        <NodeConstants key={node.id} node={node} step={steps.stepOf(node.step)} onEdit={continuation.edit} />
      ) : null}
    </section>
  )
}
