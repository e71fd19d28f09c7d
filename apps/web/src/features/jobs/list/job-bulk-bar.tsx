import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, RotateCw, Workflow } from 'lucide-react'
import { useState } from 'react'
import { BulkBar } from '#components/ui/bulk-bar.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { NameList } from '#components/ui/name-list.tsx'
import { TagsDialog } from '#components/ui/tags-dialog.tsx'
import { compareSearch } from '#lib/compare-search.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { canRunAgain } from '#lib/job-facts.ts'
import { COMPARED_AT, type JobPath } from '#lib/job-path.ts'
import { encodeLink } from '#lib/link-code.ts'
import { showAtOnce } from '#lib/optimistic.ts'
import { useRunAgain } from '#lib/run-again.ts'
import { runAction, selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { forEachLimited, reportUndoable } from '#lib/undo.ts'
import { useSelectAll } from '#lib/use-select-all.ts'
import type { useSelection } from '#lib/use-selection.ts'
import { actionIcon } from '../components/action-icon.tsx'
import { resultsOf } from '../job-deletion.ts'
import { type JobDocument, jobQueries } from '../jobs.queries.ts'
import { useUndoJobAction } from '../run-job-action.queries.ts'
import { type AvailableBulkAction, availableBulkActions, bulkLabel, bulkResult } from './bulk-actions.ts'
import * as texts from './texts.ts'

interface JobBulkBarProps {
  one?: 'job' | 'execution'
  page: JobPath
  /** Query for all jobs of the list, or as many as one request can load. */
  all: ReturnType<typeof jobQueries.list>
  selection: ReturnType<typeof useSelection<JobDocument>>
  total: number
}

/** Maximum number of jobs for a new workflow, limited by the length of a URL. */
const WORKFLOW_MAX = 50

/**
 * The available bulk actions of the selected jobs. An action that isn't available for all of these jobs says for how
 * many.
 */
export function JobBulkBar({ one = 'job', page, all, selection, total }: JobBulkBarProps) {
  const [asking, setAsking] = useState<AvailableBulkAction>()
  const bulk = useBulkAction(one, selection.clear)
  const queryClient = useQueryClient()
  const selectAll = useSelectAll(selection, async () => {
    const page = await queryClient.fetchQuery(all)
    return { rows: page.jobs, total: page.TotalEntities }
  })
  const actions = availableBulkActions(selection.items)
  const [first, second, ...others] = selection.items
  const repeatable = selection.items.filter(canRunAgain)
  const finished = selection.items.filter(isRepeatable).toSorted(byCreation)
  const again = useBulkRunAgain(one, selection.clear)

  function choose(bulkAction: AvailableBulkAction) {
    if (bulkAction.name === 'Hide' || bulkAction.name === 'UnHide') bulk.mutate({ bulkAction })
    else setAsking(bulkAction)
  }

  return (
    <>
      <BulkBar
        selected={selection.items.length}
        total={total}
        isPart={selection.isPart}
        onSelectAll={selectAll}
        onDone={selection.clear}
      >
        {first && second && others.length === 0 ? (
          <Link
            to={COMPARED_AT[page]}
            search={compareSearch([first, second])}
            className={buttonClass({ size: 'sm', variant: 'quiet' })}
          >
            <ArrowLeftRight className="icon-sm" />
            {texts.compare}
          </Link>
        ) : null}
        {finished.length > 0 && finished.length <= WORKFLOW_MAX ? (
          <Link
            to="/workflows/configurator"
            search={{ fromJobs: finished.map((job) => encodeLink(selfHref(job))).join(',') }}
            className={buttonClass({ size: 'sm', variant: 'quiet' })}
          >
            <Workflow className="icon-sm" />
            {bulkLabel(texts.createWorkflow, finished.length, selection.items.length)}
          </Link>
        ) : null}
        {repeatable.length > 0 ? (
          <Button
            size="sm"
            variant="quiet"
            icon={<RotateCw className="icon-sm" />}
            working={again.isPending}
            onClick={() => again.mutate(repeatable)}
          >
            {bulkLabel(texts.runAgain, repeatable.length, selection.items.length)}
          </Button>
        ) : null}
        {actions.map((bulkAction) => (
          <Button
            key={bulkAction.name}
            size="sm"
            variant="quiet"
            className={bulkAction.name === 'Delete' ? 'text-danger!' : ''}
            icon={actionIcon(bulkAction.name)}
            working={bulk.isPending && bulk.variables.bulkAction.name === bulkAction.name}
            onClick={() => choose(bulkAction)}
          >
            {bulkAction.label}
          </Button>
        ))}
      </BulkBar>
      {asking ? (
        <BulkDialog
          one={one}
          bulkAction={asking}
          onClose={() => setAsking(undefined)}
          onConfirm={(tags) => {
            setAsking(undefined)
            bulk.mutate({ bulkAction: asking, ...(tags ? { tags } : {}) })
          }}
        />
      ) : null}
    </>
  )
}

function isRepeatable({ properties: { State, Processing, IsForeign } }: JobDocument): boolean {
  return State === 'Completed' && Boolean(Processing) && !IsForeign
}

function byCreation(a: JobDocument, b: JobDocument): number {
  return a.properties.CreatedAt.localeCompare(b.properties.CreatedAt)
}

interface BulkRun {
  bulkAction: AvailableBulkAction
  /** Tags to add to those of each job. */
  tags?: readonly string[]
}

function useBulkAction(one: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const undoOf = useUndoJobAction()
  return useMutation({
    onMutate: (run: BulkRun) =>
      showAtOnce(
        queryClient,
        run.bulkAction.targets.map((target) => ({
          action: target.action,
          body: bodyFor(run, target.job),
          of: selfHref(target.job),
        })),
      ),
    mutationFn: async (run: BulkRun) => {
      const done: JobDocument[] = []
      await forEachLimited(run.bulkAction.targets, ({ job, action }) =>
        runAction(action, bodyFor(run, job)).then(
          () => done.push(job),
          () => {},
        ),
      )
      return { done, failed: run.bulkAction.targets.length - done.length }
    },
    onSuccess: ({ done, failed }, { bulkAction }) => {
      const words = (count: number) => bulkResult(bulkAction.name, plural(count, one), failed)
      if (failed > 0) toast.error(words(done.length))
      else if (bulkAction.name === 'Hide' || bulkAction.name === 'EditTags') {
        reportUndoable(
          words,
          done.map((job) => undoOf(job, bulkAction.name)),
        )
      } else toast.success(words(done.length))
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobQueries.all }),
  })
}

function bodyFor({ tags }: BulkRun, { properties }: JobDocument) {
  return tags ? { Tags: [...new Set([...properties.Tags, ...tags])] } : undefined
}

function useBulkRunAgain(one: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const runAgain = useRunAgain()
  return useMutation({
    mutationFn: async (jobs: readonly JobDocument[]) => {
      await runAgain(jobs)
      return jobs.length
    },
    onSuccess: (count) => {
      toast.success(fill(texts.startedAgain, plural(count, one)))
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobQueries.all }),
  })
}

function withResults({ targets }: AvailableBulkAction, one: string): string {
  const results = targets.flatMap(({ job }) => resultsOf(job)).length
  return results === 0 ? `the ${one}s` : `the ${one}s, ${plural(results, 'result')}`
}

interface BulkDialogProps {
  one: string
  bulkAction: AvailableBulkAction
  onClose: () => void
  onConfirm: (tags?: readonly string[]) => void
}

function BulkDialog({ one, bulkAction, onClose, onConfirm }: BulkDialogProps) {
  const count = bulkAction.targets.length
  const jobs = plural(count, one)
  if (bulkAction.name === 'EditTags') {
    return (
      <TagsDialog
        isRequired
        title={fill(texts.addTagsTo, jobs)}
        help={texts.existingTagsAreKept}
        save={texts.addTags}
        onSave={onConfirm}
        onClose={onClose}
      />
    )
  }
  const deletes = bulkAction.name === 'Delete'
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={deletes ? fill(texts.deleteQuestion, jobs) : fill(texts.cancelQuestion, jobs)}
      confirm={deletes ? fill(texts.deleteCount, jobs) : fill(texts.cancelCount, jobs)}
      keep={fill(texts.keep, count === 1 ? one : `${one}s`)}
      onConfirm={() => onConfirm()}
    >
      <NameList names={bulkAction.targets.map(({ job }) => job.properties.Name)} />
      {deletes ? fill(texts.jobsDeletedForever, withResults(bulkAction, one)) : texts.runningJobsStop}
    </ConfirmDialog>
  )
}
