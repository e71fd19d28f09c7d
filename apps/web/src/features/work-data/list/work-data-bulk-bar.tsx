import { LIMITS } from '@millrace/contracts/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, EyeOff, Play, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { BulkBar } from '#components/ui/bulk-bar.tsx'
import { Button } from '#components/ui/button.tsx'
import { TagsDialog } from '#components/ui/tags-dialog.tsx'
import { isAdminMode } from '#lib/admin-mode.ts'
import { useDownloadArchive } from '#lib/download-archive.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { showAtOnce } from '#lib/optimistic.ts'
import { actionOf, runNamed, selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { forEachLimited, reportUndoable } from '#lib/undo.ts'
import { useSelectAll } from '#lib/use-select-all.ts'
import type { useSelection } from '#lib/use-selection.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { canDelete } from '#lib/work-data-deletion.ts'
import { DeleteWorkDataDialog } from '../delete-work-data-dialog.tsx'
import { useUndoWorkDataAction } from '../use-run-work-data-action.ts'
import { type WorkDataDocument, workDataQueries } from '../work-data.queries.ts'
import * as texts from './texts.ts'
import { type WorkDataListSearch, workDataQueryOf } from './work-data-list-search.ts'

interface WorkDataBulkBarProps {
  search: WorkDataListSearch
  selection: ReturnType<typeof useSelection<WorkDataDocument>>
  total: number
}

/** The actions for the selected files. If an action is available for only some of them, its label says for how many. */
export function WorkDataBulkBar({ search, selection, total }: WorkDataBulkBarProps) {
  const [asking, setAsking] = useState<'tags' | 'delete'>()
  const startJob = useStartJob()
  const bulk = useBulkAction(selection.clear)
  const queryClient = useQueryClient()
  const selectAll = useSelectAll(selection, async () => {
    const first = workDataQueries.list(workDataQueryOf({ ...search, PageOffset: 0, PageSize: LIMITS.pageSizeMax }), {
      allUsers: isAdminMode(),
    })
    const page = await queryClient.fetchQuery(first)
    return { rows: page.items, total: page.TotalEntities }
  })
  const download = useDownloadArchive()
  const files = selection.items
  const offering = (name: string) => files.filter((file) => actionOf(file, name))
  const usable = files.filter(({ properties }) => !properties.IsForeign)
  const deletable = files.filter(canDelete)
  const words = (verb: string, count: number) => (count === files.length ? verb : `${verb} ${count} of ${files.length}`)

  return (
    <>
      <BulkBar
        selected={files.length}
        total={total}
        isPart={selection.isPart}
        onSelectAll={selectAll}
        onDone={selection.clear}
      >
        {usable.length > 0 ? (
          <Button
            size="sm"
            variant="quiet"
            icon={<Play className="icon-sm" />}
            onClick={() => startJob({ data: usable.map(selfHref) })}
          >
            {words(texts.startJob, usable.length)}
          </Button>
        ) : null}
        {isAdminMode() ? null : (
          <BlockedButton
            reason={files.length > LIMITS.pageSizeMax ? fill(texts.downloadLimit, LIMITS.pageSizeMax) : undefined}
            size="sm"
            variant="quiet"
            working={download.isPending}
            icon={<Download className="icon-sm" />}
            onClick={() => download.mutate({ WorkDataUrls: files.map(selfHref), ShowHidden: true })}
          >
            {texts.downloadAsZip}
          </BlockedButton>
        )}
        {offering('EditTags').length > 0 ? (
          <Button size="sm" variant="quiet" icon={<Tag className="icon-sm" />} onClick={() => setAsking('tags')}>
            {words('Tags', offering('EditTags').length)}
          </Button>
        ) : null}
        {offering('Hide').length > 0 ? (
          <Button
            size="sm"
            variant="quiet"
            working={bulk.isPending}
            icon={<EyeOff className="icon-sm" />}
            onClick={() => bulk.mutate({ name: 'Hide', files: offering('Hide') })}
          >
            {words('Hide', offering('Hide').length)}
          </Button>
        ) : null}
        {deletable.length > 0 ? (
          <Button
            size="sm"
            variant="quiet"
            className="text-danger!"
            icon={<Trash2 className="icon-sm" />}
            onClick={() => setAsking('delete')}
          >
            {words('Delete', deletable.length)}
          </Button>
        ) : null}
      </BulkBar>
      {asking === 'delete' ? (
        <DeleteWorkDataDialog files={files} onClose={() => setAsking(undefined)} onDeleted={selection.clear} />
      ) : null}
      {asking === 'tags' ? (
        <TagsDialog
          title={fill(texts.addTagsTo, plural(offering('EditTags').length, 'file'))}
          help={texts.existingTagsAreKept}
          save={texts.addTags}
          isRequired
          onClose={() => setAsking(undefined)}
          onSave={(tags) => {
            setAsking(undefined)
            bulk.mutate({ name: 'EditTags', files: offering('EditTags'), tags })
          }}
        />
      ) : null}
    </>
  )
}

interface BulkRun {
  name: 'Hide' | 'EditTags'
  files: readonly WorkDataDocument[]
  /** Tags that are added to those of each file. */
  tags?: readonly string[]
}

const PARTICIPLES = { Hide: 'hidden', EditTags: 'tagged' }

function useBulkAction(onDone: () => void) {
  const queryClient = useQueryClient()
  const undoOf = useUndoWorkDataAction()
  return useMutation({
    onMutate: (run: BulkRun) =>
      showAtOnce(
        queryClient,
        run.files.map((file) => ({ action: run, body: bodyFor(run, file), of: selfHref(file) })),
      ),
    mutationFn: async (run: BulkRun) => {
      const done: WorkDataDocument[] = []
      await forEachLimited(run.files, (file) =>
        runNamed(file, run.name, bodyFor(run, file)).then(
          () => done.push(file),
          () => {},
        ),
      )
      return { done, failed: run.files.length - done.length }
    },
    onSuccess: ({ done, failed }, { name }) => {
      const words = (count: number) => `${plural(count, 'file')} ${PARTICIPLES[name]}`
      if (failed > 0) toast.error(`${words(done.length)}, ${failed} failed`)
      else {
        reportUndoable(
          words,
          done.map((file) => undoOf(file, name)),
        )
      }
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: workDataQueries.all }),
  })
}

function bodyFor({ name, tags = [] }: BulkRun, { properties }: WorkDataDocument) {
  return name === 'EditTags' ? { Tags: [...new Set([...properties.Tags, ...tags])] } : undefined
}
