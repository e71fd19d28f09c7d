import type { JobAction } from '@millrace/contracts/jobs'
import { fill } from '#lib/fill.ts'
import { actionOf, readDocument, type SirenAction, selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { reportUndoable } from '#lib/undo.ts'
import { isDeletion } from './job-deletion.ts'
import { type JobDocument, useJobAction } from './jobs.queries.ts'
import * as texts from './texts.ts'

/** Toast messages of actions that can't be undone. */
const SUCCESS_TEXTS: Partial<Record<JobAction, string>> = {
  CancelProcessing: texts.jobCanceled,
  Delete: texts.jobDeleted,
  DeleteWithOutputData: texts.jobAndResultsDeleted,
  SetJobToErrorState: texts.jobMarkedAsFailed,
  AllowOutputDataDeletion: texts.resultsCanNowBeDeleted,
  DisallowOutputDataDeletion: texts.resultsAreProtected,
  UnHide: texts.jobUnhidden,
}

/** Actions of one kind share a toast. */
const UNDOABLE: Partial<Record<JobAction, (jobs: number) => string>> = {
  Hide: (jobs) => (jobs === 1 ? texts.jobHidden : fill(texts.jobsHidden, jobs)),
  EditTags: (jobs) => (jobs === 1 ? texts.tagsSaved : fill(texts.tagsOfJobsSaved, jobs)),
  Rename: (jobs) => (jobs === 1 ? texts.jobRenamed : fill(texts.jobsRenamed, jobs)),
}

/**
 * Returns a function that runs an available action of a job and shows a toast, with Undo if the server can undo the
 * action.
 */
export function useRunJobAction(): (job: JobDocument, action: SirenAction, body?: unknown, then?: () => void) => void {
  const { mutate } = useJobAction()
  const undoOf = useUndoJobAction()

  return (job, action, body, then) => {
    const of = selfHref(job)
    const name = action.name as JobAction
    const deleted = isDeletion(action) ? { deleted: of } : {}
    const onDone = () => {
      const words = UNDOABLE[name]
      if (words) reportUndoable(words, [undoOf(job, name)])
      else toast.success(SUCCESS_TEXTS[name] ?? action.title ?? name)
      then?.()
    }
    mutate({ action, body, of, ...deleted, onDone })
  }
}

/**
 * Returns a function that prepares the undo of an action. The undo runs the opposite action, or the same action with
 * the job's previous values.
 */
export function useUndoJobAction(): (job: JobDocument, name: JobAction) => () => Promise<unknown> {
  const { mutateAsync } = useJobAction()
  return (job, name) => async () => {
    const of = selfHref(job)
    const action = actionOf(await readDocument(of), name === 'Hide' ? 'UnHide' : name)
    const { Name, Tags } = job.properties
    const before = { Rename: { NewName: Name }, EditTags: { Tags } }[name as string]
    if (action) await mutateAsync({ action, of, ...(before && { body: before }) })
  }
}
