import type { ActivityEntry } from '@millrace/contracts/activity'
import { clsx } from 'clsx'
import { activityParts } from '#lib/activity-sentence.ts'

interface ActivityWordsProps {
  entry: ActivityEntry
  readerId: string
  className?: string
}

/** What happened, in one line. Names are set apart, and cut before they push out the rest of the sentence. */
export function ActivityWords({ entry, readerId, className }: ActivityWordsProps) {
  const parts = activityParts(entry, readerId)
  return (
    <p
      className={clsx('truncate phone:whitespace-normal phone:wrap-anywhere', className)}
      title={parts.map(({ text }) => text).join('')}
    >
      {parts.map(({ text, isName }, index) =>
        isName ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
          <b key={index} className="inline-block max-w-56 truncate align-bottom font-medium phone:inline">
            {text}
          </b>
        ) : (
          text
        ),
      )}
    </p>
  )
}
