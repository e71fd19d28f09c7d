import type { ActivityEntry } from '@millrace/contracts/activity'
import { activityParts } from '#lib/activity-sentence.ts'

interface ActivityWordsProps {
  entry: ActivityEntry
  readerId: string
}

/** What happened. Names are set apart. Nothing is cut: the object of a sentence is at its end. */
export function ActivityWords({ entry, readerId }: ActivityWordsProps) {
  return (
    <span className="min-w-0 wrap-anywhere hyphens-auto">
      {activityParts(entry, readerId).map(({ text, isName }, index) => {
        const Part = isName ? 'b' : 'span'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
          <Part key={index} className={isName ? 'font-medium' : undefined}>
            {text}
          </Part>
        )
      })}
    </span>
  )
}
