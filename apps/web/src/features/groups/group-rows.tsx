import { Link } from '@tanstack/react-router'
import { FileIcon, typeLabel } from '#components/ui/file-icon.tsx'
import { FlowTriplet } from '#components/ui/flow-triplet.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { StateBadge } from '#components/ui/state-badge.tsx'
import { Time } from '#components/ui/time.tsx'
import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { formatBytes } from '#lib/format.ts'
import { flowOf } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'

const ROW = 'flex min-h-11 items-center gap-4 border-t border-line py-1.5'

/** A job in a row: state, name, its step with input and output, and time. Phones lack room for the step. */
export function GroupJob({ job }: { job: JobDocument }) {
  const { Name, State, CreatedAt } = job.properties
  return (
    <li className={ROW}>
      <StateBadge state={State} className="w-28 flex-none" />
      <Link
        to="/jobs/$details"
        params={{ details: encodeLink(selfHref(job)) }}
        dir="auto"
        className="w-52 xl:w-64 flex-none truncate rounded-sm text-left font-medium hover:text-accent phone:w-auto phone:flex-1"
        title={Name}
      >
        {Name}
      </Link>
      <FlowTriplet {...flowOf(job)} className="flex-1 phone:hidden" />
      <span className="flex-none text-xs text-ink-3">
        <Time at={CreatedAt} className="cell-time" />
      </span>
    </li>
  )
}

/** A file in a row: name, type, size and time. On phones, only the name and size are shown. */
export function GroupFile({ file }: { file: WorkDataDocument }) {
  const { Name, MediaType, SizeInBytes, CreatedAt } = file.properties
  return (
    <li className={ROW}>
      <FileIcon mediaType={MediaType} />
      <Link
        to="/workdata/explorer/$details"
        params={{ details: encodeLink(selfHref(file)) }}
        className="flex min-w-0 flex-1 rounded-sm font-medium hover:text-accent"
      >
        <MiddleTruncate text={Name} />
      </Link>
      <span className="w-24 flex-none text-ink-2 phone:hidden">{typeLabel(MediaType)}</span>
      <span className="w-20 flex-none text-right text-ink-2">{formatBytes(SizeInBytes)}</span>
      <span className="w-24 flex-none text-right text-xs text-ink-3 phone:hidden">
        <Time at={CreatedAt} className="cell-time" />
      </span>
    </li>
  )
}
