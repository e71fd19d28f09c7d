import type { ActivityEntry } from '@millrace/contracts/activity'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import { activityParts, addressIn } from '#lib/activity-sentence.ts'
import { deviceOf } from '#lib/device.ts'
import { ipLocation } from '#lib/ip-location.ts'

interface ActivityTextProps {
  entry: ActivityEntry
  readerId: string
  /** Whether the name of a resource links to its page. Must be false inside of a button or summary. */
  isLinked?: boolean
}

/** Names up to this number of characters are not cut to make room for other text. */
const SHORT = 20

/**
 * Shows what happened, with the names highlighted. In a wide container, the text is one line in which long names are
 * cut to fit; otherwise it is a paragraph. Inside an open `<details>`, all names are shown in full.
 */
export function ActivityText({ entry, readerId, isLinked = true }: ActivityTextProps) {
  const parts = activityParts(entry, readerId)
  const address = isLinked ? addressIn(entry) : undefined
  const last = parts.findLastIndex(({ kind }) => kind === 'name')
  const tail = parts.slice(last + 1).reduce((length, { text }) => length + text.length, 0)
  return (
    <span className="@container block min-w-0 wrap-anywhere text-pretty">
      <span className="block @lg:flex @lg:whitespace-pre group-open:block group-open:whitespace-normal">
        {parts.map(({ text, kind }, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are never reordered
          if (!kind) return <span key={index}>{text}</span>
          const isLast = index === last
          const name = kind === 'id' ? <code className="mono-sm">{text}</code> : text
          return (
            <bdi
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are never reordered
              key={index}
              title={text}
              style={
                isLast ? ({ '--room': `max(100% - ${tail}ch, min(100%, ${SHORT}ch))` } as CSSProperties) : undefined
              }
              className={clsx(
                'inline-block truncate align-bottom group-open:inline group-open:whitespace-normal',
                kind === 'name' && 'font-medium',
                isLast ? 'max-w-(--room) @lg:max-w-none' : 'max-w-[min(100%,22ch)] @lg:max-w-none',
                text.includes('@') && 'max-w-full flex-none @lg:max-w-[40ch]',
                text.length <= SHORT && 'flex-none',
              )}
            >
              {isLast && address !== undefined ? (
                <Link to={address as '/jobs'} className="hover:underline">
                  {name}
                </Link>
              ) : (
                name
              )}
            </bdi>
          )
        })}
      </span>
    </span>
  )
}

/** Where a request came from, if that was recorded: `Chrome on Linux · Local network, 192.168.0.7`. */
export function ActivityOrigin({ entry: { metadata } }: Pick<ActivityTextProps, 'entry'>) {
  const { userAgent, ipAddress } = metadata
  const parts = [userAgent ? deviceOf(userAgent).name : undefined, ipAddress && ipLocation(ipAddress)].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <span className="block truncate text-xs text-ink-3" title={userAgent}>
      {parts.join(' · ')}
    </span>
  )
}
