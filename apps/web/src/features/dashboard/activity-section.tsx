import { STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { splitJobName } from '#components/ui/split-name.ts'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Time } from '#components/ui/time.tsx'
import { commonName } from '#lib/fold-sweeps.ts'
import { encodeLink } from '#lib/link-code.ts'
import { type DashboardEvent, hrefOfEvent } from './activity.ts'
import * as texts from './texts.ts'

/** The most recent events, one per line. Not shown if there are none. */
export function ActivitySection({ events }: { events: readonly DashboardEvent[] }) {
  if (events.length === 0) return null
  return (
    <section aria-labelledby="activity">
      <SectionHead id="activity" title={texts.activity} />
      <ul>
        {events.map((event) => (
          <li key={hrefOfEvent(event)}>
            <Entry event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({ event }: { event: DashboardEvent }) {
  const { job, file, sweep, at } = event
  const name = job?.properties.Name ?? file?.properties.Name ?? ''
  const state = sweep?.state ?? job?.properties.State
  return (
    <Link
      to={addressOf(event)}
      className="-mx-1.5 flex h-[30px] items-center gap-2 rounded-md px-1.5 hover:bg-hover touch:h-11"
    >
      {state ? <StateIcon still state={state} label={STATE_LABELS[state]} /> : null}
      {file ? (
        <span className="flex flex-none text-ink-3">
          <FileIcon mediaType={file.properties.MediaType} />
          <span className="sr-only">{texts.uploaded}</span>
        </span>
      ) : null}
      <MiddleTruncate
        text={sweep ? commonName(name) : name}
        className="flex-1"
        {...(job && !sweep ? { ends: splitJobName(name) } : {})}
      />
      <Time at={at} className="cell-time flex-none text-xs text-ink-3" />
    </Link>
  )
}

function addressOf(event: DashboardEvent): string {
  if (event.sweep) return `/jobs/sweeps/${encodeURIComponent(event.sweep.id)}`
  return `${event.job ? '/jobs' : '/workdata/explorer'}/${encodeLink(hrefOfEvent(event))}`
}
