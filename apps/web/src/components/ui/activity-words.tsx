import type { ActivityEntry } from '@millrace/contracts/activity'
import { clsx } from 'clsx'
import { activityParts, activitySentence } from '#lib/activity-sentence.ts'

interface ActivityWordsProps {
  entry: ActivityEntry
  readerId: string
}

/** Shorter names are never cut. */
const SHORT = 14

/** What happened, in one line. Names are set apart, and only long ones are cut, before they push out the rest. */
export function ActivityWords({ entry, readerId }: ActivityWordsProps) {
  return (
    <span
      className="flex min-w-0 whitespace-pre phone:block phone:whitespace-normal phone:wrap-anywhere"
      title={activitySentence(entry, readerId)}
    >
      {activityParts(entry, readerId).map(({ text, isName }, index) => {
        const Part = isName ? 'b' : 'span'
        return (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
            key={index}
            className={clsx(
              'truncate phone:whitespace-normal',
              isName && 'font-medium',
              isName && (text.length > SHORT ? 'min-w-24 shrink-99999' : 'flex-none'),
            )}
          >
            {text}
          </Part>
        )
      })}
    </span>
  )
}
