import { LIMITS } from '@millrace/contracts/limits'
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Input } from '#components/ui/input.tsx'
import { actionOf } from '#lib/siren.ts'
import { type JobDocument, useJobAction } from '../jobs.queries.ts'

/** The name of the job; pressing it renames in place, as long as the server offers that. */
export function JobTitle({ job }: { job: JobDocument }) {
  const [draft, setDraft] = useState<string>()
  const rename = useJobAction()
  const action = actionOf(job, 'Rename')
  const { Name } = job.properties
  const shown = rename.isPending ? (rename.variables.body as { NewName: string }).NewName : Name

  function save() {
    const next = draft?.trim()
    setDraft(undefined)
    if (action && next && next !== Name) rename.mutate({ action, body: { NewName: next } })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') setDraft(undefined)
  }

  if (!action) return shown
  if (draft === undefined) {
    return (
      <button
        type="button"
        title="Rename"
        onClick={() => setDraft(Name)}
        className="group/title -mx-1.5 flex max-w-full items-center gap-2 rounded-md px-1.5 text-left hover:bg-hover"
      >
        <span className="truncate">{shown}</span>
        <Pencil
          aria-hidden="true"
          className="icon-sm flex-none text-ink-3 opacity-0 group-hover/title:opacity-100 group-focus-visible/title:opacity-100"
        />
      </button>
    )
  }
  return (
    <Input
      aria-label="Job name"
      autoFocus
      maxLength={LIMITS.jobNameMax}
      className="w-[min(480px,60vw)]! text-md font-normal tracking-normal"
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  )
}
