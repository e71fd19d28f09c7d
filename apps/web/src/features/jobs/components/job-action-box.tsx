import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyToOrganizationBox } from '#components/ui/copy-to-organization-box.tsx'
import { ConfirmDialog, Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextArea } from '#components/ui/input.tsx'
import { TagsDialog } from '#components/ui/tags-dialog.tsx'
import { useRunJobAction } from '#features/jobs/run-job-action.queries.ts'
import { fill } from '#lib/fill.ts'
import type { WorkDataDocument } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, type SirenAction } from '#lib/siren.ts'
import { resultsOf } from '../job-deletion.ts'
import type { JobDocument } from '../jobs.queries.ts'
import * as texts from './texts.ts'

export interface JobActionProps {
  job: JobDocument
  action: SirenAction
  onClose: () => void
}

/** Dialog that asks for confirmation or input before an action of a job is run. */
export function JobActionBox(props: JobActionProps) {
  switch (props.action.name) {
    case 'EditTags':
      return <JobTagsDialog {...props} />
    case 'SetJobToErrorState':
      return <ErrorStateDialog {...props} />
    case 'CopyToOrg':
      return (
        <CopyToOrganizationBox
          name={props.job.properties.Name}
          action={props.action}
          pageOf={(href) => `/jobs/${encodeLink(href)}`}
          onClose={props.onClose}
        />
      )
    case 'Delete':
    case 'DeleteWithOutputData':
      return <DeleteDialog {...props} />
    default:
      return <CancelDialog {...props} />
  }
}

function CancelDialog({ job, action, onClose }: JobActionProps) {
  const run = useRunJobAction()
  const started = job.properties.State === 'Processing'
  const isExecution = hrefOf(job, 'Execution') !== undefined
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isExecution ? texts.cancelExecutionQuestion : texts.cancelJobQuestion}
      confirm={isExecution ? texts.cancelExecution : texts.cancelJob}
      keep={started ? texts.keepRunning : texts.keepJob}
      onConfirm={() => {
        run(job, action)
        onClose()
      }}
    >
      {isExecution
        ? fill(texts.executionStops, job.properties.Name)
        : started
          ? fill(texts.runningJobStops, job.properties.Name)
          : fill(texts.queuedJobWillNotStart, job.properties.Name)}
    </ConfirmDialog>
  )
}

function DeleteDialog({ job, action, onClose }: JobActionProps) {
  const run = useRunJobAction()
  const navigate = useNavigate()
  const results = resultsOf(job)
  const what = results.length === 0 ? 'job' : results.length === 1 ? 'job and result' : 'job and results'
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={fill(texts.deleteQuestion, what)}
      confirm={fill(texts.deleteVerb, what)}
      keep={texts.keepJob}
      onConfirm={() =>
        run(job, action, undefined, () => {
          onClose()
          if (location.pathname !== '/jobs/' && location.pathname !== '/jobs') void navigate({ to: '/jobs' })
        })
      }
    >
      {fill(texts.whatIsDeleted, lostWith(job, results))}
    </ConfirmDialog>
  )
}

function lostWith({ properties }: JobDocument, results: readonly WorkDataDocument[]): string {
  const files =
    results.length > 2 ? `its ${results.length} results` : results.map((file) => file.properties.Name).join(', ')
  return [properties.Name, files, 'its log and its history'].filter(Boolean).join(', ')
}

function JobTagsDialog({ job, action, onClose }: JobActionProps) {
  const run = useRunJobAction()
  return (
    <TagsDialog tags={job.properties.Tags} onSave={(Tags) => run(job, action, { Tags }, onClose)} onClose={onClose} />
  )
}

function ErrorStateDialog({ job, action, onClose }: JobActionProps) {
  const run = useRunJobAction()
  const [message, setMessage] = useState('')
  const confirm = () => run(job, action, { Message: message.trim() }, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.markJobAsFailed}
      actions={
        <>
          <Button onClick={onClose}>{texts.keepJob}</Button>
          <Button variant="danger-fill" disabled={message.trim() === ''} onClick={confirm}>
            {texts.markAsFailed}
          </Button>
        </>
      }
    >
      <Field label={texts.reason} help={fill(texts.reasonHelp, job.properties.Name)}>
        {(control) => (
          <TextArea {...control} rows={3} value={message} onChange={(event) => setMessage(event.target.value)} />
        )}
      </Field>
    </Dialog>
  )
}
