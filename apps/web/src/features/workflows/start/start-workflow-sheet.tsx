import { LIMITS } from '@millrace/contracts/limits'
import type { Fault } from '@millrace/contracts/problems'
import { NO_WORKER } from '@millrace/contracts/texts'
import type { JsonSchema } from '@millrace/parameters/json-schema'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { titleOfFile } from '@millrace/workflows/file-title'
import { slotTypesOf } from '@millrace/workflows/variable-slots'
import { variablesSchema } from '@millrace/workflows/variables'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { type Parameters, startingParameters } from '#components/schema-form/defaults.ts'
import { ProblemSummary, SchemaForm } from '#components/schema-form/schema-form.tsx'
import { useParameterForm } from '#components/schema-form/use-parameter-form.ts'
import { WorkDataFieldContext } from '#components/schema-form/work-data-field.ts'
import { RefusedValuesList } from '#components/sweep/refused-values-list.tsx'
import { SweepAxes } from '#components/sweep/sweep-axes.tsx'
import { SweptFields } from '#components/sweep/swept-fields.tsx'
import { type Sweep, useSweep, useWithoutSwept } from '#components/sweep/use-sweep.ts'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { ErrorDetails, ErrorView } from '#components/ui/error-view.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Input } from '#components/ui/input.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Sheet } from '#components/ui/sheet.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { keyCaps, useKeys } from '#lib/keys.ts'
import { StartFailure } from '#lib/make-job.ts'
import { RefusedValues } from '#lib/refused-values.ts'
import { selfHref } from '#lib/siren.ts'
import { useStartSweep } from '#lib/start-sweep.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import { FaultList } from '../fault-list.tsx'
import { useKnownSteps } from '../known-steps.ts'
import { storeSwept } from '../save-workflow.ts'
import { WORKFLOW_TEXTS } from '../texts.ts'
import { workflowQueries } from '../workflows.queries.ts'
import { type NodeParameter, nodeParameters, withVariables } from './node-sweep.ts'
import * as texts from './texts.ts'
import { useStartWorkflow } from './use-start-workflow.ts'
import { workDataFieldFor } from './work-data-field.tsx'

const VARIABLES = '/variables/'

interface StartWorkflowSheetProps {
  file: WorkDataDocument
  onClose: () => void
  /** Shows the execution on the page where it was started, instead of a message that links to it. */
  onWatch?: ((jobHref: string) => void) | undefined
}

/** Sheet that asks for the variables of a workflow and starts it. */
export default function StartWorkflowSheet({ file, onClose, onWatch }: StartWorkflowSheetProps) {
  const { data, error, refetch } = useQuery(workflowQueries.content(file))
  const title = titleOfFile(file.properties.Name)
  if (data?.definition) {
    return (
      <StartForm
        key={title}
        file={file}
        definition={data.definition}
        title={title}
        onClose={onClose}
        onWatch={onWatch}
      />
    )
  }
  return (
    <Sheet open onClose={onClose} title={fill(texts.start, title)}>
      {data ? (
        <div className="grid gap-3 p-6">
          <p>{WORKFLOW_TEXTS.noDefinition}</p>
          <FaultList faults={data.faults} />
        </div>
      ) : error ? (
        <ErrorView title={texts.theWorkflowCouldNotBeLoaded} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Sheet>
  )
}

interface StartFormProps extends StartWorkflowSheetProps {
  definition: WorkflowDefinition
  title: string
}

function StartForm({ file, definition, title, onClose, onWatch }: StartFormProps) {
  const schema = useMemo(() => variablesSchema(definition), [definition])
  const steps = useKnownSteps(definition)
  const nodes = useMemo(() => nodeParameters(definition, steps), [definition, steps])
  const renderField = useMemo(
    () => workDataFieldFor(slotTypesOf(definition, (node) => steps.stepOf(node)?.version)),
    [definition, steps],
  )
  const sweep = useSweep(useMemo(() => withNodes(schema, nodes), [schema, nodes]))
  const form = useVariablesForm(schema, sweep)
  const [name, setName] = useState(title)
  const start = useStartWorkflow(onClose, onWatch)
  const { data: step } = useQuery(workflowQueries.executeStep())
  const hasVariables = Object.keys(form.schema?.properties ?? {}).length > 0
  const startSweep = useStartSweep(onClose)
  const reason = blockedReason(form.faults.length, name) ?? (sweep.isActive ? sweep.fault : undefined)
  const error = start.error ?? startSweep.error
  const variables = hasVariables ? form.value : undefined
  const queryClient = useQueryClient()
  const stored = useRef({ key: '', file })
  const once = useIdempotent()
  const store = (copy: WorkflowDefinition) => once(copy, (key) => storeSwept(queryClient, copy, key))
  /** If parameters of nodes are swept, the file is a copy with variables in their place. A retry uses the same copy. */
  const definitionFor = async (swept: readonly NodeParameter[]) => {
    const key = swept.map(({ variable }) => variable).join(' ')
    if (key !== stored.current.key) {
      const made = swept.length > 0 ? await store(withVariables(definition, swept)) : file
      stored.current = { key, file: made }
    }
    return stored.current.file
  }
  const submit = () => {
    const onError = (error: Error) => form.refuse(variableFaults(error))
    if (!sweep.isActive || !step) return start.mutate({ file, name: name.trim(), variables }, { onError })
    const plan = { name: name.trim(), stepHref: selfHref(step), tags: [], parameters: variables, cells: sweep.cells }
    const swept = nodes.filter(({ variable }) => sweep.axes.some((axis) => axis.name === variable))
    startSweep.mutate({
      prepare: async () => ({ ...plan, inputs: [[selfHref(await definitionFor(swept))]] }),
    })
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={fill(texts.start, title)}
      foot={
        <div className="grid gap-3.5">
          {step?.properties.HasWorker === false ? (
            <p role="status" className="rounded-lg bg-warning-soft px-3 py-2">
              {NO_WORKER}
            </p>
          ) : null}
          {error ? <Failure error={error} sweep={sweep} /> : null}
          <div className="flex flex-wrap items-center gap-2.5">
            <label htmlFor="execution-name" className="flex-none text-ink-2 phone:sr-only">
              {texts.name}
            </label>
            <Input
              id="execution-name"
              maxLength={LIMITS.jobNameMax}
              className="min-w-48 flex-1"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <div className="min-w-0 flex-1 text-xs">
              <ProblemSummary form={form} />
            </div>
            <StartButton
              reason={reason}
              working={start.isPending || startSweep.isPending}
              label={
                error
                  ? texts.tryAgain
                  : sweep.isActive
                    ? fill(texts.startExecutions, plural(sweep.cells.length, 'execution'))
                    : texts.startWorkflow
              }
              onStart={submit}
            />
          </div>
        </div>
      }
    >
      <div className="px-6 py-5 phone:px-4">
        {definition.description ? <p className="mb-4 text-md text-ink-2">{definition.description}</p> : null}
        <WorkDataFieldContext value={renderField}>
          {hasVariables ? (
            <SweptFields sweep={sweep}>
              <SchemaForm form={form} />
            </SweptFields>
          ) : (
            <p className="text-md text-ink-2">{WORKFLOW_TEXTS.noVariables}</p>
          )}
          <SweepAxes sweep={sweep} />
        </WorkDataFieldContext>
      </div>
    </Sheet>
  )
}

interface StartButtonProps {
  reason: string | undefined
  working: boolean
  label: string
  onStart: () => void
}

/** A separate component within the sheet, so that its shortcut works while the sheet is open. */
function StartButton({ reason, working, label, onStart }: StartButtonProps) {
  useKeys({ 'mod+enter': () => !reason && !working && onStart() })
  return (
    <BlockedButton
      variant="primary"
      reason={reason}
      working={working}
      icon={<Play />}
      onClick={onStart}
      className="phone:flex-1"
    >
      {label}
      <Kbd className="border-current/35! bg-transparent! text-current!">{keyCaps('mod+enter')}</Kbd>
    </BlockedButton>
  )
}

function withNodes(schema: JsonSchema | undefined, nodes: readonly NodeParameter[]): JsonSchema {
  const added = Object.fromEntries(nodes.map(({ variable, schema: field }) => [variable, field as JsonSchema]))
  return { ...schema, properties: { ...schema?.properties, ...added } }
}

function useVariablesForm(schema: JsonSchema, sweep: Sweep) {
  const defaults = useMemo(() => startingParameters(schema), [schema])
  const [edited, setEdited] = useState<Parameters>()
  const asked = useWithoutSwept(schema, sweep)
  return useParameterForm({ ...asked, value: edited ?? defaults, defaults, onChange: setEdited })
}

/** The pointers of the problems start at the variable. */
function variableFaults(error: Error): Fault[] {
  const faults = error instanceof StartFailure ? (error.problem?.faults ?? []) : []
  return faults
    .filter(({ pointer }) => pointer.startsWith(VARIABLES))
    .map((fault) => ({ ...fault, pointer: fault.pointer.slice(VARIABLES.length - 1) }))
}

function blockedReason(faults: number, name: string): string | undefined {
  if (name.trim() === '') return texts.enterANameFirst
  return faults === 0 ? undefined : `${plural(faults, 'variable')} ${faults === 1 ? 'has a problem' : 'have problems'}`
}

function Failure({ error, sweep }: { error: Error; sweep: Sweep }) {
  return (
    <div role="alert" className="flex flex-wrap items-start gap-2.5 rounded-lg bg-danger-soft px-3 py-2">
      <span className="pt-0.5 text-danger">
        <FailedIcon />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{texts.theWorkflowCouldNotBeStarted}</p>
        {error instanceof RefusedValues ? (
          <RefusedValuesList error={error} words={sweep.words} />
        ) : (
          <p className="text-ink-2">{error.message}</p>
        )}
      </div>
      <ErrorDetails error={error.cause instanceof Error ? error.cause : error} />
    </div>
  )
}
