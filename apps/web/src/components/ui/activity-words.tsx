import type { ActivityEntry } from '@millrace/contracts/activity'
import { Link } from '@tanstack/react-router'
import { activityParts, addressIn } from '#lib/activity-sentence.ts'
import { deviceOf } from '#lib/device.ts'
import { placeOf } from '#lib/place.ts'

interface ActivityWordsProps {
  entry: ActivityEntry
  readerId: string
  /** Whether the name of a resource that can be opened is a link. Not inside of a button or summary. */
  isLinked?: boolean
}

/**
 * What happened, with the names set apart. Long names are cut at one length, so that the sentence goes on after them. An
 * open `<details>` around shows them whole.
 */
export function ActivityWords({ entry, readerId, isLinked = true }: ActivityWordsProps) {
  const parts = activityParts(entry, readerId)
  const address = isLinked ? addressIn(entry) : undefined
  const linked = address === undefined ? -1 : parts.findLastIndex(({ isName }) => isName)
  return (
    <span className="min-w-0 wrap-anywhere">
      {parts.map(({ text, isName }, index) => {
        const Part = isName ? 'bdi' : 'span'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
          <Part key={index} className={isName ? nameClass(text) : undefined} title={isName ? text : undefined}>
            {index === linked ? (
              <Link to={address as '/jobs'} className="hover:underline">
                {text}
              </Link>
            ) : (
              text
            )}
          </Part>
        )
      })}
    </span>
  )
}

/** Email addresses stay whole. */
function nameClass(name: string): string {
  if (name.includes('@')) return 'font-medium'
  return 'inline-block max-w-[min(100%,20rem)] truncate align-bottom font-medium phone:max-w-[min(100%,13rem)] group-open:inline group-open:whitespace-normal'
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
