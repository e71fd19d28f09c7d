import { LIMITS } from '@millrace/contracts/limits'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { TextArea } from '#components/ui/input.tsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { actionOf } from '#lib/siren.ts'
import { useRunWorkDataAction } from '../use-run-work-data-action.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'

/** The note of a file, which is edited in place. */
export function NoteSection({ file }: { file: WorkDataDocument }) {
  const [draft, setDraft] = useState<string>()
  const { run, isPending } = useRunWorkDataAction()
  const action = actionOf(file, 'EditComment')
  const { Comments } = file.properties
  if (!action && !Comments) return null

  function save() {
    if (action) run(file, action, { Comment: draft?.trim() || null }, () => setDraft(undefined))
  }

  return (
    <InspectorSection
      title={texts.note}
      tools={
        action && draft === undefined ? (
          <button
            type="button"
            className="rounded-sm text-accent hover:underline"
            onClick={() => setDraft(Comments ?? '')}
          >
            {Comments ? texts.edit : texts.add}
          </button>
        ) : null
      }
    >
      {draft === undefined ? (
        <p className="whitespace-pre-line text-ink-2 wrap-anywhere">{Comments ?? texts.noNoteYet}</p>
      ) : (
        <div className="mt-1 grid gap-2">
          <TextArea
            aria-label={texts.note}
            autoFocus
            rows={4}
            maxLength={LIMITS.commentMax}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setDraft(undefined)
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
            }}
          />
          <div className="flex justify-end gap-2">
            <Button size="sm" variant="quiet" onClick={() => setDraft(undefined)}>
              {texts.cancel}
            </Button>
            <Button size="sm" working={isPending} onClick={save}>
              {texts.saveNote}
            </Button>
          </div>
        </div>
      )}
    </InspectorSection>
  )
}
