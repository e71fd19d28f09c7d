import { Link } from '@tanstack/react-router'
import type { JobDocument } from '#lib/job-parts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { MiddleTruncate } from './middle-truncate.tsx'
import { splitJobName } from './split-name.ts'
import { StateIcon } from './state-icon.tsx'
import { Time } from './time.tsx'

/** Links to jobs: state, name and time in one line each. */
export function JobLinks({ jobs, label }: { jobs: readonly JobDocument[]; label?: string }) {
  return (
    <ul aria-label={label}>
      {jobs.map((job) => (
        <li key={selfHref(job)}>
          <Link
            to="/jobs/$details"
            params={{ details: encodeLink(selfHref(job)) }}
            className="-mx-1.5 flex h-[30px] items-center gap-2 rounded-md px-1.5 hover:bg-hover touch:h-11"
          >
            <StateIcon state={job.properties.State} />
            <MiddleTruncate
              text={job.properties.Name}
              ends={splitJobName(job.properties.Name)}
              className="min-w-0 flex-1"
            />
            <Time at={job.properties.CreatedAt} className="cell-time text-xs text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
