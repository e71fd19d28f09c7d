import type { NodeDecision } from '@millrace/contracts/executions'
import { LIMITS } from '@millrace/contracts/limits'
import { Play } from 'lucide-react'
import { ProblemSummary } from '#components/schema-form/schema-form.tsx'
import { BlockedButton } from '#components/ui/blocked-button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Input } from '#components/ui/input.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { plural } from '#lib/format.ts'
import { keyCaps, useKeys } from '#lib/keys.ts'
import { isRefused } from './continuation.queries.ts'
import * as texts from './texts.ts'
import type { Continuation } from './use-continuation.ts'

/** The name, the choice whether to reuse results, how many steps will run, and the start button. */
export function ContinueFooter({ continuation }: { continuation: Continuation }) {
  const { name, setName, reuses, setReuses, form, start, input } = continuation
  const reason = blockedReason(continuation)
  const submit = () => start.mutate(input)
  useKeys({ 'mod+enter': () => !reason && !start.isPending && submit() })
  return (
    <div className="grid gap-3.5">
      {start.error ? (
        <p role="alert" className="flex gap-2 rounded-lg bg-danger-soft px-3 py-2 wrap-anywhere">
          <FailedIcon className="mt-0.5 size-4 text-danger" /> {start.error.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label htmlFor="continuation-name" className="flex-none text-ink-2 phone:sr-only">
          {texts.name}
        </label>
        <Input
          id="continuation-name"
          maxLength={LIMITS.jobNameMax}
          className="min-w-48 flex-1"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Checkbox checked={reuses} onChange={(event) => setReuses(event.target.checked)}>
          {texts.reuseFinishedResults}
        </Checkbox>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 text-sm text-ink-2" role="status">
          {form.faults.length > 0 ? <ProblemSummary form={form} /> : summary(continuation)}
        </div>
        <BlockedButton
          variant="primary"
          reason={reason}
          working={start.isPending}
          icon={<Play />}
          onClick={submit}
          className="phone:flex-1"
        >
          {start.isError ? texts.tryAgain : texts.start}
          <Kbd className="border-current/35! bg-transparent! text-current!">{keyCaps('mod+enter')}</Kbd>
        </BlockedButton>
      </div>
    </div>
  )
}

function blockedReason({ form, name, preview }: Continuation): string | undefined {
  if (name.trim() === '') return texts.enterANameFirst
  const count = form.faults.length
  if (count > 0) return `${plural(count, 'variable')} ${count === 1 ? 'has a problem' : 'have problems'}`
  if (!preview.error) return undefined
  return isRefused(preview.error) ? texts.cannotStart : texts.previewCouldNotBeLoaded
}

/** For example, “1 step runs again, up to 2 more if results change; 4 are reused.” */
function summary({ preview, isSettled }: Continuation): string {
  if (preview.error) return ''
  if (!preview.data || !isSettled) return 'Comparing…'
  const count = (decision: NodeDecision) =>
    preview.data?.filter(({ properties }) => properties.Decision === decision).length ?? 0
  const [runs, depending, reused] = [count('Runs') + count('Fails'), count('Depends'), count('Reused')]
  const again = `${plural(runs, 'step')} ${runs === 1 ? 'runs' : 'run'} again`
  const more = depending > 0 ? `, up to ${depending} more if results change` : ''
  return `${again}${more}; ${reused} ${reused === 1 ? 'is' : 'are'} reused.`
}
