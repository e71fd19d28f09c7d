import { STATE_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import type { JobDocument } from '#features/jobs/jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatTotal } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import * as texts from './texts.ts'

interface NodeJobsProps {
  /** URL of the job of the execution. */
  jobHref: string
  nodeId: string
  jobs: readonly JobDocument[]
  /** The number of jobs, including those on later pages. */
  total: number
  /** Whether `total` is a lower bound. */
  isEstimated: boolean
  picked: string | undefined
  onPick: (href: string) => void
}

/** Lists the first jobs of a node, one of which is shown below, with a link to all of them. */
export function NodeJobs({ jobHref, nodeId, jobs, total, isEstimated, picked, onPick }: NodeJobsProps) {
  if (total < 2) return null
  const shownTotal = formatTotal(total, isEstimated)
  return (
    <InspectorSection title={texts.jobs} count={shownTotal}>
      <ul className="scroll-thin -mx-1.5 max-h-50 overflow-y-auto">
        {jobs.map((job) => (
          <li key={selfHref(job)}>
            <button
              type="button"
              aria-pressed={selfHref(job) === picked}
              onClick={() => onPick(selfHref(job))}
              className={clsx(
                'flex h-8 w-full items-center gap-2 rounded-md px-1.5 text-left -outline-offset-2 touch:h-11',
                selfHref(job) === picked ? 'bg-selected' : 'hover:bg-hover',
              )}
            >
              <StateIcon state={job.properties.State} label={STATE_LABELS[job.properties.State]} />
              <span className="min-w-0 flex-1 truncate">{job.properties.Name}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 text-ink-3">
        {jobs.length < total ? fill(texts.firstJobs, jobs.length, shownTotal) : null}
        <Link
          to="/jobs"
          search={{ parent: encodeLink(jobHref), node: nodeId, ShowHidden: true }}
          className="text-accent hover:underline"
        >
          {fill(texts.allJobs, shownTotal)}
        </Link>
      </p>
    </InspectorSection>
  )
}
