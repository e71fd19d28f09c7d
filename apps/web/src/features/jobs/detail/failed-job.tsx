import type { FailedParameter } from '@millrace/contracts/jobs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { FoldedText } from '#components/ui/folded-text.tsx'
import { fill } from '#lib/fill.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { jobLogQueries } from '../log/job-log.queries.ts'
import { causeLine, hashOfLine } from '../log/log-lines.ts'
import * as texts from './texts.ts'

export interface FailedJobProps {
  job: JobDocument
  fix: (job: JobDocument, failed: FailedParameter) => ReactNode
}

/** The last part of some error messages, which lists the available names. */
const AVAILABLE = /^Available: .*$/s

/**
 * Explains why a job failed: the cause in one sentence, further details from the step, and the parameter to correct.
 */
export function FailedJob({ job, fix }: FailedJobProps) {
  const { Cause, ErrorDescription, IsForeign } = job.properties
  const FailedParameter = IsForeign ? null : job.properties.FailedParameter
  const cause = Cause ?? texts.noReasonGiven
  const more = (ErrorDescription ?? '')
    .trim()
    .slice(Cause?.length ?? 0)
    .trim()
  // The available names are removed, because the field that corrects the parameter suggests them.
  const rest = FailedParameter ? more.replace(AVAILABLE, '') : more
  const linesHref = hrefOf(job, 'LogLines')
  return (
    <section aria-labelledby="cause" className="overflow-hidden rounded-lg border border-line wrap-anywhere">
      <div className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-2.5 bg-danger-soft px-4 py-3">
        <FailedIcon className="mt-[3px] size-[18px] text-danger" />
        <h2 id="cause" className="text-lg/6 font-semibold">
          <MarkedText text={cause} />
        </h2>
        <div className="col-start-2 grid gap-1">
          {rest ? <FoldedText text={rest} /> : null}
          {linesHref ? <LineLink job={job} linesHref={linesHref} /> : null}
        </div>
      </div>
      {FailedParameter ? (
        <div className="border-t border-line px-4 py-3.5 empty:hidden">{fix(job, FailedParameter)}</div>
      ) : null}
    </section>
  )
}

function LineLink({ job, linesHref }: { job: JobDocument; linesHref: string }) {
  const { data: tail } = useQuery(jobLogQueries.tail(selfHref(job), linesHref))
  const at = tail && causeLine(tail.lines)
  if (!tail || at === undefined) return null
  const line = tail.offset + at
  return (
    <p className="text-xs">
      <Link
        to="/jobs/$details"
        params={{ details: encodeLink(selfHref(job)) }}
        search={{ tab: 'log' }}
        hash={hashOfLine(line)}
        resetScroll={false}
        className="inline-block py-1 font-medium text-accent hover:underline"
      >
        {fill(texts.lineOfTheLog, (line + 1).toLocaleString('en'))}
      </Link>
    </p>
  )
}
