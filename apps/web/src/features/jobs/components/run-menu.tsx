import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '#components/ui/button-class.ts'
import { pageOf } from '#components/ui/list-columns.ts'
import { Popover } from '#components/ui/popover.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Time } from '#components/ui/time.tsx'
import { compareSearch } from '#lib/compare-search.ts'
import { fill } from '#lib/fill.ts'
import { COMPARED_AT, type JobPath } from '#lib/job-path.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { type JobDocument, jobQueries } from '../jobs.queries.ts'
import * as texts from './texts.ts'

/** The “Run 2 of 4” menu: all runs of the job, to open or to compare with this one. */
export function RunMenu({ job, page }: { job: JobDocument; page: JobPath }) {
  const [open, setOpen] = useState(false)
  const { Run } = job.properties
  const href = hrefOf(job, 'Runs')
  if (!Run || !href) return null
  return (
    <Popover
      label={texts.runsOfThisJob}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="inline-flex items-center gap-0.5 rounded-sm font-medium text-accent hover:underline"
        >
          Run {Run.Number} of {Run.Count}
          <ChevronDown className="icon-sm" />
        </button>
      }
    >
      <RunList job={job} page={page} href={href} count={Run.Count} />
    </Popover>
  )
}

interface RunListProps {
  job: JobDocument
  page: JobPath
  href: string
  count: number
}

function RunList({ job, page, href, count }: RunListProps) {
  const { data: runs } = useQuery(jobQueries.runs(selfHref(job), href))
  if (!runs) return <SkeletonRows rows={2} />
  return (
    <ul className="scroll-thin -m-1 grid max-h-80 w-84 max-w-[80vw] overflow-y-auto">
      {runs.map((run, at) => (
        <li key={selfHref(run)} className="flex h-10 items-center gap-2 px-2">
          <StateIcon state={run.properties.State} still />
          <Link {...pageOf(page, selfHref(run))} className="font-medium whitespace-nowrap hover:underline">
            {fill(texts.run, count - at)}
          </Link>
          <Time at={run.properties.CreatedAt} className="cell-time min-w-0 flex-1 truncate text-xs text-ink-3" />
          {selfHref(run) === selfHref(job) ? (
            <span className="px-2 text-xs text-ink-3">{texts.thisRun}</span>
          ) : (
            <Link
              to={COMPARED_AT[page]}
              search={compareSearch([job, run])}
              className={buttonClass({ size: 'sm', variant: 'quiet' })}
              aria-label={fill(texts.compareWithRun, count - at)}
            >
              {texts.compare}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
