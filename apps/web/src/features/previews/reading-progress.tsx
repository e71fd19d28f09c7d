import { Spinner } from '#components/ui/spinner.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'
import type { Reading } from './use-reading.ts'

interface ReadingProgressProps {
  reading: Reading
  /** Label for what is being read, if it isn't the whole file. */
  what?: string
}

export function ReadingProgress({
  reading: { isWaiting, progress },
  what = texts.readingTheWholeFile,
}: ReadingProgressProps) {
  const percent = isWaiting || progress === null ? undefined : Math.floor(progress * 100)
  const known = percent === undefined ? what : fill(texts.readingPercent, what, percent)
  return (
    <span className="flex items-center gap-1.5 text-accent">
      <Spinner />
      <span role="progressbar" aria-label={what} aria-valuenow={percent}>
        {isWaiting ? texts.waitingForOtherFiles : known}
      </span>
    </span>
  )
}
