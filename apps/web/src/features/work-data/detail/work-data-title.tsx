import { LIMITS } from '@millrace/contracts/limits'
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Input } from '#components/ui/input.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { actionOf } from '#lib/siren.ts'
import { useRunWorkDataAction } from '../use-run-work-data-action.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'

/** The name of the file; pressing it renames in place, as long as the server offers that. */
export function WorkDataTitle({ file }: { file: WorkDataDocument }) {
  const [draft, setDraft] = useState<string>()
  const { run } = useRunWorkDataAction()
  const action = actionOf(file, 'Rename')
  const { Name } = file.properties

  function save() {
    const next = draft?.trim()
    setDraft(undefined)
    if (action && next && next !== Name) run(file, action, { NewName: next })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') setDraft(undefined)
  }

  if (!action) return <MiddleTruncate text={Name} />
  if (draft === undefined) {
    return (
      <button
        type="button"
        title={texts.rename}
        onClick={() => setDraft(Name)}
        className="group/title relative -left-1.5 flex max-w-full items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover"
      >
        <MiddleTruncate text={Name} />
        <Pencil
          aria-hidden="true"
          className="icon-sm flex-none text-ink-3 opacity-0 group-hover/title:opacity-100 group-focus-visible/title:opacity-100"
        />
      </button>
    )
  }
  return (
    <Input
      aria-label={texts.fileName}
      autoFocus
      maxLength={LIMITS.fileNameMax}
      className="w-[min(480px,60vw)]! text-md font-normal tracking-normal"
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={({ target }) =>
        target.setSelectionRange(0, Math.max(0, target.value.lastIndexOf('.')) || target.value.length)
      }
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  )
}
