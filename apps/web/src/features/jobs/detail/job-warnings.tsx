import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { jobLogQueries } from '../log/job-log.queries.ts'
import { hashOfLine } from '../log/log-lines.ts'
import * as texts from './texts.ts'

const SHOWN_MAX = 3
const MANY = 20

/**
 * Shows what the last attempt wrote to the error stream, because warnings may affect the results. Only the first page
 * of a long log is read.
 */
export function JobWarnings({ job }: { job: JobDocument }) {
  const linesHref = hrefOf(job, 'LogLines')
  const { data: lines = [] } = useQuery({ ...jobLogQueries.page(linesHref ?? '', 0), enabled: Boolean(linesHref) })
  const last = lines.at(-1)?.Attempt
  const warnings = lines.flatMap(({ Stream, Text, Attempt }, line) =>
    Stream === 'err' && Attempt === last && Text.trim() !== '' ? [{ text: Text, line }] : [],
  )
  if (warnings.length === 0) return null
  // A large number of lines is only counted, because programs also write messages to the error stream that aren't
  // warnings, such as progress.
  if (warnings.length > MANY)
    return (
      <p className="text-xs text-ink-2">
        <LogLink job={job} line={warnings[0]?.line ?? 0} text={fill(texts.errorLines, formatCount(warnings.length))} />
      </p>
    )
  const next = warnings[SHOWN_MAX]
  const more = formatCount(warnings.length - SHOWN_MAX)
  return (
    <section
      aria-label={texts.warnings}
      className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-2.5 rounded-lg bg-warning-soft px-3 py-2 wrap-anywhere"
    >
      <TriangleAlert className="icon-sm mt-0.5 text-warning" />
      <ul className="grid gap-1">
        {warnings.slice(0, SHOWN_MAX).map(({ text, line }) => (
          <li key={line}>
            <MarkedText text={text} />
          </li>
        ))}
        {next ? (
          <li>
            <LogLink job={job} line={next.line} text={fill(texts.moreInTheLog, more)} />
          </li>
        ) : null}
      </ul>
    </section>
  )
}

function LogLink({ job, line, text }: { job: JobDocument; line: number; text: string }) {
  return (
    <Link
      to="/jobs/$details"
      params={{ details: encodeLink(selfHref(job)) }}
      search={{ tab: 'log' }}
      hash={hashOfLine(line)}
      resetScroll={false}
      className="font-medium text-accent hover:underline"
    >
      {text}
    </Link>
  )
}
