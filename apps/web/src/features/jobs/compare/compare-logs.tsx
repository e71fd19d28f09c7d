import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { plural } from '#lib/format.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { jobLogQueries } from '../log/job-log.queries.ts'
import { alignLines, type LinePair } from './line-diff.ts'
import * as texts from './texts.ts'
import { COMPARE_TEXTS } from './texts.ts'

interface CompareLogsProps {
  before: JobDocument
  after: JobDocument
  onlyDifferences: boolean
}

/** Compares the ends of both logs, with equal lines side by side. Times are left out, because they always differ. */
export function CompareLogs({ before, after, onlyDifferences }: CompareLogsProps) {
  const [left, right] = [useLog(before), useLog(after)]
  if (!left || !right) return <SkeletonRows rows={6} />
  const pairs = alignLines(left.texts, right.texts)
  const shown = onlyDifferences ? pairs.filter((pair) => pair.before !== pair.after) : pairs
  const isCut = left.isCut || right.isCut
  return (
    <div className="p-6 phone:p-4">
      {isCut ? (
        <p className="pb-2 text-ink-2">
          {COMPARE_TEXTS.logCut(plural(Math.max(left.texts.length, right.texts.length), 'line'))}
        </p>
      ) : null}
      {pairs.length === 0 ? <p className="text-md text-ink-2">{COMPARE_TEXTS.noLog}</p> : null}
      {pairs.length > 0 && pairs.every((pair) => pair.before === pair.after) ? (
        <p className="pb-2 text-ink-2">{COMPARE_TEXTS.sameLog}</p>
      ) : null}
      {shown.length > 0 ? <LogTable pairs={shown} /> : null}
    </div>
  )
}

/** A job that never ran has no lines. */
function useLog(job: JobDocument): { texts: string[]; isCut: boolean } | undefined {
  const href = hrefOf(job, 'LogLines')
  const { data } = useQuery({ ...jobLogQueries.tail(selfHref(job), href ?? ''), enabled: href !== undefined })
  if (href === undefined) return { texts: [], isCut: false }
  return data && { texts: data.lines.map((line) => line.Text), isCut: data.offset > 0 }
}

function LogTable({ pairs }: { pairs: readonly LinePair[] }) {
  return (
    <table aria-label={texts.linesOfBothLogs} className="mono-sm w-full table-fixed rounded-md bg-sunken leading-5">
      <thead className="sr-only">
        <tr>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their position
          <tr key={at} className="align-top">
            <Line text={pair.before} isLit={pair.before !== pair.after} />
            <Line text={pair.after} isLit={pair.before !== pair.after} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Line({ text, isLit }: { text: string | undefined; isLit: boolean }) {
  return (
    <td
      className={clsx(
        'px-2.5 whitespace-pre-wrap wrap-anywhere',
        isLit && text !== undefined ? 'bg-warning-soft text-ink' : 'text-ink-3',
      )}
    >
      {text}
    </td>
  )
}
