import type { ExecutionNodeProperties } from '@millrace/contracts/executions'
import { slotTypesOf } from '@millrace/workflows/variable-slots'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Workflow } from 'lucide-react'
import { useMemo, useState } from 'react'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import { WorkDataFieldContext } from '#components/schema-form/work-data-field.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Select } from '#components/ui/select.tsx'
import { Sheet } from '#components/ui/sheet.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { embedded, hrefOf } from '#lib/siren.ts'
import { useNarrow } from '#lib/use-media.ts'
import type { WorkflowNode } from '../document/draft.ts'
import { type KnownSteps, useKnownSteps } from '../known-steps.ts'
import { workDataFieldFor } from '../start/work-data-field.tsx'
import { continuationQueries, type ExecutionDocument } from './continuation.queries.ts'
import { ContinueFooter } from './continue-footer.tsx'
import { NodeConstants } from './node-constants.tsx'
import { NodeDecisions } from './node-decisions.tsx'
import { NodeFiles } from './node-files.tsx'
import * as texts from './texts.ts'
import { type Continuation, type ContinuedDefinition, useContinuation } from './use-continuation.ts'
import { useFailedRun } from './use-failed-run.ts'

interface ContinueSheetProps {
  execution: ExecutionDocument
  /** The node whose parameters are initially shown. */
  node: string | undefined
  onClose: () => void
  /** A saved definition to continue with, instead of the one that the execution ran. */
  changed?: ContinuedDefinition
  /** Shows the new execution. If undefined, the execution's page is opened. */
  onWatch?: (jobHref: string) => void
}

/**
 * Changes a finished execution and runs it again. Unless the user chooses otherwise, finished results that the changes
 * don't affect are reused.
 */
export default function ContinueSheet({ changed, ...props }: ContinueSheetProps) {
  const { execution, onClose } = props
  const { data, error, refetch } = useQuery({
    ...continuationQueries.definition(execution),
    enabled: changed === undefined,
  })
  const continued = changed ?? (data && { definition: data })
  if (continued) return <ContinueForm {...props} continued={continued} />
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

function ContinueForm(props: Omit<ContinueSheetProps, 'changed'> & { continued: ContinuedDefinition }) {
  const { execution, continued, node, onClose, onWatch } = props
  const navigate = useNavigate()
  const open = (job: string) =>
    void navigate({ to: '/workflows/executions/$details', params: { details: encodeLink(job) } })
  const continuation = useContinuation(execution, continued, (job) => [onClose(), (onWatch ?? open)(job)])
  const { definition } = continuation
  const steps = useKnownSteps(definition)
  const renderField = useMemo(
    () => workDataFieldFor(slotTypesOf(definition, (node) => steps.stepOf(node)?.version)),
    [definition, steps],
  )
  const isFix = useFailedRun(execution, node) !== undefined
  const nodeSection = <NodeSection execution={execution} continuation={continuation} first={node} />
  const hasVariables = Object.keys(continuation.form.schema?.properties ?? {}).length > 0
  return (
    <Sheet open onClose={onClose} title={titleOf(execution)} foot={<ContinueFooter continuation={continuation} />}>
      <div className="grid gap-7 px-6 py-5 phone:px-4">
        {isFix ? nodeSection : null}
        <section aria-labelledby="continue-decisions">
          <h2 id="continue-decisions" className="mb-3 font-semibold">
            {texts.whatWillRun}
          </h2>
          <NodeDecisions preview={continuation.preview} />
          {continued.href === undefined ? <ChangeWorkflow execution={execution} /> : null}
        </section>
        {hasVariables ? (
          <section aria-labelledby="continue-variables">
            <h2 id="continue-variables" className="mb-3 font-semibold">
              {texts.variables}
            </h2>
            <WorkDataFieldContext value={renderField}>
              <SchemaForm form={continuation.form} />
            </WorkDataFieldContext>
          </section>
        ) : null}
        {isFix ? null : nodeSection}
      </div>
    </Sheet>
  )
}

function ChangeWorkflow({ execution }: { execution: ExecutionDocument }) {
  const isNarrow = useNarrow()
  const [definition, job] = [hrefOf(execution, 'DefinitionWorkData'), hrefOf(execution, 'Job')]
  if (isNarrow || definition === undefined || job === undefined) return null
  return (
    <ButtonLink
      size="sm"
      className="mt-3"
      to="/workflows/configurator"
      search={{ workflowLink: encodeLink(definition), continues: encodeLink(job) }}
      icon={<Workflow />}
    >
      {texts.changeTheWorkflow}
    </ButtonLink>
  )
}

function useTitles(execution: ExecutionDocument, nodes: readonly WorkflowNode[], { stepOf }: KnownSteps) {
  const ran = embedded<ExecutionNodeProperties>(execution, 'Node').map(
    ({ properties: { Id, Title } }) => [Id, Title] as const,
  )
  const titles = new Map(ran)
  return (id: string): string => {
    const node = nodes.find((other) => other.id === id)
    return node?.title ?? titles.get(id) ?? (node && stepOf(node)?.document.properties.Title) ?? id
  }
}

interface NodeSectionProps {
  execution: ExecutionDocument
  continuation: Continuation
  first: string | undefined
}

function NodeSection({ execution, continuation, first }: NodeSectionProps) {
  const { nodes } = continuation.definition
  const [chosen, setChosen] = useState(() => (nodes.find(({ id }) => id === first) ?? nodes[0])?.id ?? '')
  const steps = useKnownSteps(continuation.definition)
  const node = nodes.find(({ id }) => id === chosen)
  const failed = useFailedRun(execution, node?.id)
  const step = node && steps.stepOf(node)
  const titleOf = useTitles(execution, nodes, steps)
  return (
    <section aria-labelledby="continue-parameters">
      <div className="mb-3 flex items-center gap-3">
        <h2 id="continue-parameters" className="flex-none font-semibold">
          {texts.parametersAndDataFor}
        </h2>
        <Select
          aria-label={texts.stepToChange}
          className="min-w-0 flex-1"
          value={chosen}
          onChange={setChosen}
          options={nodes.map(({ id }) => ({ value: id, label: titleOf(id) }))}
        />
      </div>
      {node ? (
        <div key={node.id} className="grid gap-5">
          {failed?.cause ? (
            <p className="flex gap-2 rounded-lg bg-danger-soft px-3 py-2 font-medium">
              <FailedIcon className="mt-0.5 size-4 flex-none text-danger" />
              <span className="min-w-0 wrap-anywhere">
                <MarkedText text={failed.cause} />
              </span>
            </p>
          ) : null}
          <NodeFiles node={node} slots={step?.version.inputs ?? []} titleOf={titleOf} onEdit={continuation.edit} />
          <NodeConstants
            node={node}
            step={step}
            failed={failed}
            variablesForm={continuation.form.id}
            titleOf={titleOf}
            onEdit={continuation.edit}
          />
        </div>
      ) : null}
    </section>
  )
}
