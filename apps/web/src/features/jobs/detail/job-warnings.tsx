import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { MarkedText } from '#components/ui/marked-text.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { jobLogQueries } from '../log/job-log.queries.ts'
import { hashOfLine } from '../log/log-lines.ts'
import * as texts from './texts.ts'

const SHOWN_MAX = 3
/** Programs that print their progress to the error stream do not warn. */
const WARNINGS_MAX = 20

/** What the step warned of, which may matter for its results. */
export function JobWarnings({ job }: { job: JobDocument }) {
  const linesHref = hrefOf(job, 'LogLines')
  const { data: tail } = useQuery({
    ...jobLogQueries.tail(selfHref(job), linesHref ?? ''),
    enabled: Boolean(linesHref),
  })
  const warnings = (tail?.lines ?? []).flatMap(({ Stream, Text }, at) =>
    Stream === 'err' && Text.trim() !== '' ? [{ text: Text, line: (tail?.offset ?? 0) + at }] : [],
  )
  if (warnings.length === 0 || warnings.length > WARNINGS_MAX) return null
  const more = warnings.length - SHOWN_MAX
  const [, , , next] = warnings
  return (
    <section
      aria-label={texts.warnings}
      className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-2.5 rounded-lg bg-warning-soft px-3 py-2 wrap-anywhere"
    >
      <TriangleAlert aria-hidden="true" className="icon-sm mt-0.5 text-warning" />
      <ul className="grid gap-1">
        {warnings.slice(0, SHOWN_MAX).map(({ text, line }) => (
          <li key={line}>
            <MarkedText text={text} />
          </li>
        ))}
        {next ? (
          <li>
            <Link
              to="/jobs/$details"
              params={{ details: encodeLink(selfHref(job)) }}
              search={{ tab: 'log' }}
              hash={hashOfLine(next.line)}
              resetScroll={false}
              className="font-medium text-accent hover:underline"
            >
              {fill(texts.moreInTheLog, formatCount(more))}
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  )
}
