import type { ActivityEntry } from '@millrace/contracts/activity'
import { activityParts } from '#lib/activity-sentence.ts'
import { deviceOf } from '#lib/device.ts'
import { placeOf } from '#lib/place.ts'

interface ActivityWordsProps {
  entry: ActivityEntry
  readerId: string
}

/** What happened. The name of who did it is set apart. Nothing is cut: the object of a sentence is at its end. */
export function ActivityWords({ entry, readerId }: ActivityWordsProps) {
  return (
    <span className="min-w-0 wrap-anywhere hyphens-auto">
      {activityParts(entry, readerId).map(({ text, isName }, index) => {
        const Part = isName ? 'bdi' : 'span'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
          <Part key={index} className={isName && index === 0 ? 'font-medium' : undefined}>
            {text}
          </Part>
        )
      })}
    </span>
  )
}

/** From where it was done, as far as that was recorded: `Chrome on Linux · Local network, 192.168.0.7`. */
export function ActivityOrigin({ entry: { metadata } }: Pick<ActivityWordsProps, 'entry'>) {
  const { userAgent, ipAddress } = metadata
  const parts = [userAgent ? deviceOf(userAgent).name : undefined, ipAddress && placeOf(ipAddress)].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <span className="block truncate text-xs text-ink-3" title={userAgent}>
      {parts.join(' · ')}
    </span>
  )
}
