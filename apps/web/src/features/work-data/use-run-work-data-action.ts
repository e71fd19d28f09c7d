import type { WorkDataAction } from '@millrace/contracts/work-data'
import { fill } from '#lib/fill.ts'
import { actionOf, readDocument, type SirenAction, selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { reportUndoable } from '#lib/undo.ts'
import * as texts from './texts.ts'
import { useWorkDataAction, type WorkDataDocument } from './work-data.queries.ts'

const SUCCESS_TEXTS: Partial<Record<WorkDataAction, string>> = {
  UnHide: texts.fileUnhidden,
  EditComment: texts.noteSaved,
  CopyToUser: texts.copiedToYourWorkspace,
  AllowDeletion: texts.fileCanNowBeDeleted,
  DisallowDeletion: texts.fileProtectedFromDeletion,
}

/** They have a plural, because consecutive actions share a toast. */
const UNDOABLE: Partial<Record<WorkDataAction, (files: number) => string>> = {
  Hide: (files) => (files === 1 ? texts.fileHidden : fill(texts.filesHidden, files)),
  EditTags: (files) => (files === 1 ? texts.tagsSaved : fill(texts.tagsOfFilesSaved, files)),
  EditMediaType: (files) => (files === 1 ? texts.typeChanged : fill(texts.typesChanged, files)),
  Rename: (files) => (files === 1 ? texts.fileRenamed : fill(texts.filesRenamed, files)),
}

/** Runs an available action of a file, then shows a toast, which has an Undo button if the action can be undone. */
export function useRunWorkDataAction() {
  const { mutate, isPending } = useWorkDataAction()
  const undoOf = useUndoWorkDataAction()

  function run(file: WorkDataDocument, action: SirenAction, body?: unknown, then?: () => void): void {
    const name = action.name as WorkDataAction
    const onDone = () => {
      const words = UNDOABLE[name]
      if (words) reportUndoable(words, [undoOf(file, name)])
      else toast.success(SUCCESS_TEXTS[name] ?? action.title ?? name)
      then?.()
    }
    mutate({ action, body, of: selfHref(file), onDone })
  }
  return { run, isPending }
}

/**
 * Returns a function that takes a file as it was before an action, and returns a function that undoes the action: by
 * the opposite action, or by the same action with the previous value. Does nothing if that action is no longer
 * available.
 */
export function useUndoWorkDataAction(): (file: WorkDataDocument, name: WorkDataAction) => () => Promise<unknown> {
  const { mutateAsync } = useWorkDataAction()
  return (file, name) => async () => {
    const of = selfHref(file)
    const { Name, Tags, MediaType } = file.properties
    const before = { Rename: { NewName: Name }, EditTags: { Tags }, EditMediaType: { MediaType } }[name as string]
    const action = actionOf(await readDocument(of), name === 'Hide' ? 'UnHide' : name)
    if (action) await mutateAsync({ action, of, ...(before && { body: before }) })
  }
}
