import { isTerminal } from '@millrace/contracts/job-states'
import { STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useId, useState } from 'react'
import { SchemaForm } from '#components/schema-form/schema-form.tsx'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatTook } from '#lib/format.ts'
import { workedMs } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'
import type { WorkflowNode } from '../document/draft.ts'
import { JobOutputs } from '../editor/job-outputs.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import type { KnownStep } from '../known-steps.ts'
import { renderWorkDataField } from '../start/work-data-field.tsx'
import { WORKFLOW_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'
import { useTrial } from './use-trial.ts'

interface StepTrialProps {
  editor: WorkflowEditor
  node: WorkflowNode
}

/** Tries out a single step on real data, without running the workflow. */
export function StepTrial({ editor, node }: StepTrialProps) {
  const step = editor.steps.stepOf(node)
  const [open, setOpen] = useState(editor.trials.get().has(node.id))
  if (!step) return null
  return (
    <InspectorSection
      title={texts.tryThisStep}
      tools={
        open ? null : (
          <Button size="sm" icon={<FlaskConical />} onClick={() => setOpen(true)}>
            {texts.chooseData}
          </Button>
        )
      }
    >
      {open ? (
        <TrialForm editor={editor} node={node} step={step} />
      ) : (
        <p className="text-ink-2">{WORKFLOW_TEXTS.trial}</p>
      )}
    </InspectorSection>
  )
}

function TrialForm({ editor, node, step }: StepTrialProps & { step: KnownStep }) {
  const trial = useTrial(editor, node, step)
  const id = useId()
  const running = trial.start.isPending || (trial.job !== undefined && !isTerminal(trial.job.properties.State))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-1.5">
      {trial.slots.map(({ name, maxSlots, hrefs }) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <span className="font-medium">{name}</span>
          {renderWorkDataField({
            hrefs,
            onChange: (next) => trial.choose(name, next),
            multiple: maxSlots !== 1,
            label: fill(texts.toTry, name),
            control: { id: `${id}-${name}`, 'aria-describedby': undefined, 'aria-invalid': undefined },
            disabled: running,
          })}
        </div>
      ))}
      {trial.form.schema ? <SchemaForm form={trial.form} /> : null}
      <BlockedButton reason={trial.reason} working={running} onClick={trial.run} className="justify-self-start">
        {texts.tryIt}
      </BlockedButton>
      {trial.start.error ? (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 wrap-anywhere">
          {trial.start.error.message}
        </p>
      ) : null}
      {trial.job ? <TrialResult key={selfHref(trial.job)} job={trial.job} /> : null}
    </div>
  )
}

function TrialResult({ job }: { job: JobDocument }) {
  const { State, ErrorDescription, Result } = job.properties
  const now = useNow(1000, !isTerminal(State))
  const took = workedMs(job.properties, now)
  return (
    <section aria-label={texts.trialResult} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <p role="status" className="flex items-center gap-2">
        <StateIcon state={State} />
        <span>
          {STATE_LABELS[State]}
          {took === undefined ? '' : `, ${formatTook(took)}`}
        </span>
        <Link
          to="/jobs/$details"
          params={{ details: encodeLink(selfHref(job)) }}
          className="ml-auto font-medium text-accent hover:underline"
        >
          {texts.openJob}
        </Link>
      </p>
      {State === 'Error' && ErrorDescription ? (
        <p className="rounded-lg bg-danger-soft px-3 py-2 wrap-anywhere">{ErrorDescription}</p>
      ) : null}
      {State === 'Completed' && Result ? (
        <pre className="mono-sm scroll-thin max-h-40 overflow-auto rounded-md bg-tag px-2.5 py-2">
          {JSON.stringify(JSON.parse(Result), null, 2)}
        </pre>
      ) : null}
      {State === 'Completed' ? <JobOutputs job={job} /> : null}
    </section>
  )
}
