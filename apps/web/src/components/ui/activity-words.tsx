import type { ActivityEntry } from '@millrace/contracts/activity'
import { activityParts, activitySentence } from '#lib/activity-sentence.ts'

interface ActivityWordsProps {
  entry: ActivityEntry
  readerId: string
}

/** What happened, in one line. Names are set apart, and cut before they push out the rest of the sentence. */
export function ActivityWords({ entry, readerId }: ActivityWordsProps) {
  return (
    <span
      className="block truncate phone:whitespace-normal phone:wrap-anywhere"
      title={activitySentence(entry, readerId)}
    >
      {activityParts(entry, readerId).map(({ text, isName }, index) =>
        isName ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
          <b key={index} className="inline-block max-w-[min(14rem,33%)] truncate align-bottom font-medium phone:inline">
            {text}
          </b>
        ) : (
          text
        ),
      )}
    </span>
  )
}
