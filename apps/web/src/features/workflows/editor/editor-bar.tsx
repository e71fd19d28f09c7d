import { Braces, Play, Redo2, Save, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Time } from '#components/ui/time.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { keyCaps } from '#lib/keys.ts'
import { versionOf } from '../workflow-tags.ts'
import * as texts from './texts.ts'
import type { WorkflowEditor } from './use-workflow-editor.ts'

interface EditorBarProps {
  editor: WorkflowEditor
  file: WorkDataDocument | undefined
  isDirty: boolean
  isSaving: boolean
  onSave: () => void
  /** Undefined if no step that runs workflows is registered. Starting saves unsaved changes first. */
  start: { onStart: () => void; reason: string | undefined; continues: boolean } | undefined
  isWatching: boolean
  isText: boolean
  /** The reason why the JSON view can't be closed. Set while its text isn't a valid workflow. */
  blocked: string | undefined
  /** A reason why the workflow can't be saved, other than those of `saveReason`. */
  saveBlock: string | undefined
  onText: (isText: boolean) => void
  /** The versions menu. */
  children: ReactNode
}

export function EditorBar(props: EditorBarProps) {
  const { editor, file, isDirty, isSaving, onSave, start, isWatching, isText, blocked, saveBlock, onText, children } =
    props
  return (
    <header className="flex min-h-14 flex-none items-center gap-2 border-b border-line px-4 py-1.5">
      <h1 className="min-w-24 max-w-max flex-[1_1_0] truncate text-lg font-semibold">
        {editor.draft.title || texts.untitled}
      </h1>
      <span className="min-w-0 truncate text-xs text-ink-3">
        {file ? (
          <>
            Version {versionOf(file.properties.Tags)}, edited <Time at={file.properties.CreatedAt} />
          </>
        ) : isDirty ? (
          texts.unsaved
        ) : null}
      </span>
      <IconButton
        label={texts.undo}
        keys={keyCaps('mod+z')}
        disabled={isWatching || !editor.canUndo}
        icon={<Undo2 />}
        onClick={editor.undo}
      />
      <IconButton
        label={texts.redo}
        keys={keyCaps('mod+shift+z')}
        disabled={isWatching || !editor.canRedo}
        icon={<Redo2 />}
        onClick={editor.redo}
      />
      <span className="ml-auto flex flex-none items-center gap-2">
        {children}
        <BlockedButton
          reason={blocked}
          variant="quiet"
          aria-pressed={isText}
          disabled={isWatching}
          icon={<Braces />}
          onClick={() => onText(!isText)}
        >
          {texts.json}
        </BlockedButton>
        <BlockedButton
          reason={saveBlock ?? saveReason(editor, isDirty)}
          working={isSaving}
          icon={<Save />}
          onClick={onSave}
        >
          {texts.save}
          {isDirty ? (
            <span role="img" aria-label={texts.unsavedChanges} className="size-1.5 rounded-full bg-accent" />
          ) : null}
          <span className="contents max-xl:hidden">
            <Kbd>{keyCaps('mod+s')}</Kbd>
          </span>
        </BlockedButton>
        {start ? (
          <BlockedButton variant="primary" reason={start.reason} icon={<Play />} onClick={start.onStart}>
            {start.continues ? texts.continueExecution : texts.startWorkflow}
          </BlockedButton>
        ) : null}
      </span>
    </header>
  )
}

/** Returns the reason why the workflow can't be saved now, as a sentence. Undefined if it can be saved. */
export function saveReason({ draft }: WorkflowEditor, isDirty: boolean): string | undefined {
  if (draft.nodes.length === 0) return texts.addAStepFirst
  if (draft.title.trim() === '') return texts.enterATitleFirst
  return isDirty ? undefined : texts.noChangesToSave
}
