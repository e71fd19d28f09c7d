import type { ActivityEntry } from '@millrace/contracts/activity'
import { Link } from '@tanstack/react-router'
import { activityParts, addressIn } from '#lib/activity-sentence.ts'
import { deviceOf } from '#lib/device.ts'
import { placeOf } from '#lib/place.ts'
import { softHyphens } from '#lib/soft-hyphens.ts'
import { withShortNames } from './short-names.ts'

interface ActivityWordsProps {
  entry: ActivityEntry
  readerId: string
  /** For how many characters there is room, if long names are to be cut. An open `<details>` around shows them whole. */
  room?: number
  /** Whether the name of a resource that can be opened is a link. Not inside of a button or summary. */
  isLinked?: boolean
}

/** What happened, with the names set apart. Never cut at the end, where the object of a sentence is. */
export function ActivityWords({
  entry,
  readerId,
  room = Number.POSITIVE_INFINITY,
  isLinked = true,
}: ActivityWordsProps) {
  const parts = withShortNames(activityParts(entry, readerId), room)
  const address = isLinked ? addressIn(entry) : undefined
  const linked = address === undefined ? -1 : parts.findLastIndex(({ isName }) => isName)
  return (
    <span className="min-w-0 wrap-anywhere hyphens-auto">
      {parts.map(({ text, short, isName }, index) => {
        const Part = isName ? 'bdi' : 'span'
        const words = short === text ? softHyphens(text) : <CutName name={text} short={short} />
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
          <Part key={index} className={isName ? 'font-medium' : undefined} title={short === text ? undefined : text}>
            {index === linked ? (
              <Link to={address as '/jobs'} className="hover:underline">
                {words}
              </Link>
            ) : (
              words
            )}
          </Part>
        )
      })}
    </span>
  )
}

function CutName({ name, short }: { name: string; short: string }) {
  return (
    <>
      <span className="group-open:hidden">{short}</span>
      <span className="hidden group-open:inline">{softHyphens(name)}</span>
    </>
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
