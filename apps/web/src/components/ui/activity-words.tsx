import type { ActivityEntry } from '@millrace/contracts/activity'
import { Link } from '@tanstack/react-router'
import { activityParts, addressIn } from '#lib/activity-sentence.ts'
import { deviceOf } from '#lib/device.ts'
import { placeOf } from '#lib/place.ts'
import { usePhone } from '#lib/use-media.ts'
import { graphemesOf } from './graphemes.ts'

interface ActivityWordsProps {
  entry: ActivityEntry
  readerId: string
  /** Whether the name of a resource that can be opened is a link. Not inside of a button or summary. */
  isLinked?: boolean
}

/** Characters of a name that are shown. The title has all of them, and so does an open `<details>` around the sentence. */
const SHOWN = { wide: 30, phone: 20 }

/** What happened, with the names set apart. Long names are cut, so that the sentence goes on after them. */
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
          <Part key={index} className={isName ? 'font-medium' : undefined} title={isName ? text : undefined}>
            {index === linked ? (
              <Link to={address as '/jobs'} className="hover:underline">
                <Name text={text} />
              </Link>
            ) : isName ? (
              <Name text={text} />
            ) : (
              text
            )}
          </Part>
        )
      })}
    </span>
  )
}

/** A name in the flow of the sentence, cut if it is long. Email addresses stay whole. */
function Name({ text }: { text: string }) {
  const most = usePhone() ? SHOWN.phone : SHOWN.wide
  const letters = graphemesOf(text)
  if (text.includes('@')) return <span className="inline-block">{text}</span>
  if (letters.length <= most) return text
  return (
    <>
      {letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}
      <span aria-hidden="true" className="group-open:hidden">
        …
      </span>
      <span className="sr-only group-open:not-sr-only">{letters.slice(most - 1).join('')}</span>
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
