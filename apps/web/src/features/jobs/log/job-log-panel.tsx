import { useRouterState } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Download, WrapText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { ErrorView } from '#components/ui/error-view.tsx'
import { FindField } from '#components/ui/find-field.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { fill } from '#lib/fill.ts'
import { formatDuration } from '#lib/format.ts'
import { workedMs } from '#lib/job-facts.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { useLocalStorage } from '#lib/use-local-storage.ts'
import { useNow } from '#lib/use-now.ts'
import type { JobDocument } from '../jobs.queries.ts'
import { causeLine, lineOfHash, matchesIn } from './log-lines.ts'
import { LogView } from './log-view.tsx'
import * as texts from './texts.ts'
import { useJobLog } from './use-job-log.ts'

const parseWrap = (stored: string | null) => (stored === 'on' ? 'on' : 'off')

/** The log of a job, of any length: live while the job runs, searchable, with links to its lines. */
export function JobLogPanel({ job, linesHref }: { job: JobDocument; linesHref: string }) {
  const [find, setFind] = useState('')
  const [wrapState, setWrap] = useLocalStorage<'on' | 'off'>('log-wrap', parseWrap)
  const log = useJobLog(selfHref(job), linesHref, find.trim() !== '')
  const total = log.tail.data?.total ?? 0
  const matches = matchesIn(log.lineAt, total, find)
  const [match, setMatch] = useState(0)
  const hash = useRouterState({ select: (state) => state.location.hash })
  const linked = lineOfHash(hash)
  const target = find.trim() === '' ? linked : matches[match % Math.max(1, matches.length)]
  const wrap = wrapState === 'on'

  if (log.tail.data?.total === 0) return <EmptyLog job={job} />
  return (
    <div className="flex min-h-80 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-6 py-2 phone:px-4">
        <FindField
          label={texts.searchTheLog}
          value={find}
          onChange={(text) => {
            setFind(text)
            setMatch(0)
          }}
        />
        {find.trim() === '' ? null : (
          <Matches
            count={matches.length}
            at={match}
            complete={log.isSearchComplete}
            onMove={(by) => setMatch((match + by + matches.length) % Math.max(1, matches.length))}
          />
        )}
        <span className="-mr-2 ml-auto flex items-center gap-1">
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={wrap}
            icon={<WrapText />}
            onClick={() => setWrap(wrap ? 'off' : 'on')}
          >
            {texts.wrap}
          </Button>
          <DownloadLog job={job} />
          <LiveMark job={job} />
        </span>
      </div>
      <LogBody job={job} log={log} find={find.trim()} wrap={wrap} target={target} />
      {log.tail.data?.truncated ? (
        <p className="flex-none border-t border-line bg-warning-soft px-6 py-2 text-xs phone:px-4">{texts.logIsFull}</p>
      ) : null}
    </div>
  )
}

interface LogBodyProps {
  job: JobDocument
  log: ReturnType<typeof useJobLog>
  find: string
  wrap: boolean
  target: number | undefined
}

function LogBody({ job, log, find, wrap, target }: LogBodyProps) {
  const { tail, lineAt, show } = log
  if (tail.isPending) return <SkeletonRows rows={6} />
  if (!tail.data)
    return <ErrorView title={texts.theLogCouldNotBeLoaded} error={tail.error} onRetry={() => void tail.refetch()} />
  const live = job.properties.State === 'Processing'
  const hasFailed = job.properties.State === 'Error'
  const cause = hasFailed ? causeLine(tail.data.lines) : undefined
  return (
    <LogView
      total={tail.data.total}
      lineAt={lineAt}
      onShow={show}
      live={live}
      fromEnd={hasFailed}
      wrap={wrap}
      wanted={find}
      target={target}
      cause={cause === undefined ? undefined : tail.data.offset + cause}
    />
  )
}

function EmptyLog({ job }: { job: JobDocument }) {
  const running = job.properties.State === 'Processing'
  const now = useNow(1000, running)
  const worked = workedMs(job.properties, now)
  return (
    <p className="px-6 py-4 text-ink-2 phone:px-4">
      {running && worked !== undefined ? fill(texts.noLogOutputYet, formatDuration(worked)) : texts.noLogOutput}
    </p>
  )
}

interface MatchesProps {
  count: number
  at: number
  complete: boolean
  onMove: (by: number) => void
}

function Matches({ count, at, complete, onMove }: MatchesProps) {
  return (
    <span className="flex items-center gap-1 text-xs text-ink-2">
      <span aria-live="polite">
        {count === 0 ? texts.noMatches : `${(at % count) + 1} of ${count}`}
        {complete ? '' : ' in loaded lines'}
      </span>
      <IconButton size="sm" label={texts.previousMatch} icon={<ChevronUp />} onClick={() => onMove(-1)} />
      <IconButton size="sm" label={texts.nextMatch} icon={<ChevronDown />} onClick={() => onMove(1)} />
    </span>
  )
}

function DownloadLog({ job }: { job: JobDocument }) {
  const href = hrefOf(job, 'Log')
  if (!href) return null
  return (
    <a href={href} download={`${job.properties.Name}.log`} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
      <Download />
      {texts.download}
    </a>
  )
}

function LiveMark({ job }: { job: JobDocument }) {
  if (job.properties.State !== 'Processing') return null
  return (
    <span className="ml-2 flex items-center gap-1.5 font-medium text-accent before:size-1.5 before:rounded-full before:bg-accent">
      {texts.live}
    </span>
  )
}
