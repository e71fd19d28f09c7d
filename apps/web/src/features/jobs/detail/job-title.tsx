import { LIMITS } from '@millrace/contracts/limits'
import { type KeyboardEvent, useState } from 'react'
import { Input } from '#components/ui/input.tsx'
import { fill } from '#lib/fill.ts'
import { actionOf } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { useRunJobAction } from '../run-job-action.queries.ts'
import * as texts from './texts.ts'

/** The name of the job; pressing it renames in place, as long as the server offers that. */
export function JobTitle({ job }: { job: JobDocument }) {
  const [draft, setDraft] = useState<string>()
  const run = useRunJobAction()
  const action = actionOf(job, 'Rename')
  const { Name } = job.properties

  function save() {
    const next = draft?.trim()
    setDraft(undefined)
    if (action && next && next !== Name) run(job, action, { NewName: next })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') setDraft(undefined)
  }

  if (!action) return Name
  if (draft === undefined) {
    return (
      <button
        type="button"
        title={fill(texts.rename, Name)}
        onClick={() => setDraft(Name)}
        dir="auto"
        className="block max-w-full truncate rounded-sm text-left phone:line-clamp-3 phone:whitespace-normal phone:wrap-anywhere hover:bg-hover hover:shadow-[0_0_0_4px_var(--hover)]"
      >
        {Name}
      </button>
    )
  }
  return (
    <Input
      aria-label={texts.jobName}
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
