import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { formatTook } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf } from '#lib/siren.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import * as texts from './texts.ts'

/** The job that created the file. Renders nothing for uploaded files. */
export function MadeBy({ file }: { file: WorkDataDocument }) {
  const href = hrefOf(file, 'ProducedByJob')
  const { data: job, isError } = useQuery({ ...jobQueries.detail(href ?? ''), enabled: href !== undefined })
  if (!href) return null
  return (
    <InspectorSection title={texts.createdBy}>
      {isError ? <p className="text-ink-3">{texts.theJobWasDeleted}</p> : null}
      {!job && !isError ? <Skeleton className="mt-1 h-12 w-full" /> : null}
      {job ? (
        <Link
          to="/jobs/$details"
          params={{ details: encodeLink(href) }}
          className="mt-1 flex min-h-12 items-center gap-2.5 rounded-lg border border-line-strong px-3 py-1.5 hover:bg-hover"
        >
          <StateIcon state={job.properties.State} />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate text-left font-medium">
              {job.properties.Name}
            </span>
            {job.properties.Processing ? (
              <span className="mono-sm block truncate text-ink-2">
                {job.properties.Processing.FunctionName} {job.properties.Processing.Version}
              </span>
            ) : null}
          </span>
          <Worked startedAt={job.properties.StartedAt} completedAt={job.properties.CompletedAt} />
        </Link>
      ) : null}
    </InspectorSection>
  )
}

function Worked({ startedAt, completedAt }: { startedAt: string | null; completedAt: string | null }) {
  if (!startedAt || !completedAt) return null
  return <span className="text-xs text-ink-3">{formatTook(Date.parse(completedAt) - Date.parse(startedAt))}</span>
}
