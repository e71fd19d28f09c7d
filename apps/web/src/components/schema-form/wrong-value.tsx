import type { FailedParameter } from '@millrace/contracts/jobs'
import { excerptOf, markedValue } from '#lib/failed-value.ts'

/** The value that a job ran with, with its invalid part underlined. */
export function WrongValue({ value, failed }: { value: unknown; failed: FailedParameter }) {
  const { before, wrong, after } = excerptOf(markedValue(value, failed))
  if (before === '' && wrong === '' && after === '') return null
  return (
    <pre className="scroll-thin overflow-x-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs/5 whitespace-pre-wrap wrap-anywhere">
      {before}
      <mark className="bg-transparent font-medium text-danger underline decoration-wavy decoration-1 underline-offset-4">
        {wrong}
      </mark>
      {after}
    </pre>
  )
}
