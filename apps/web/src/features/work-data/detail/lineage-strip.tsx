import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { Tooltip } from '#components/ui/tooltip.tsx'
import { Wheel } from '#components/ui/wheel.tsx'
import { plural } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { type LineageJob, useLineage } from './lineage.queries.ts'

const MOST = 3

/** Where a file came from and what was made of it, left to right. Absent for files nobody used yet. */
export function LineageStrip({ file }: { file: WorkDataDocument }) {
  const { before, after } = useLineage(file)
  if (!before && after.length === 0) return null
  return (
    <section aria-label="Lineage" className="flex-none border-t border-line px-6 py-3.5 phone:px-4">
      <SectionHead title="Lineage" count={words(before, after)} />
      <div className="scroll-thin mt-2 flex items-center overflow-x-auto pb-1 phone:flex-col phone:items-stretch">
        {before ? (
          <>
            <Files files={before.files} />
            <JobMark job={before} />
          </>
        ) : null}
        <span className="flex h-[30px] w-44 flex-none items-center gap-1.5 rounded-md border border-accent bg-raised px-2 text-xs font-medium ring-1 ring-accent phone:w-auto">
          <FileIcon mediaType={file.properties.MediaType} className="text-accent" />
          <MiddleTruncate text={file.properties.Name} />
        </span>
        {after.length > 0 ? <Branches jobs={after} /> : null}
      </div>
    </section>
  )
}

function Branches({ jobs }: { jobs: readonly LineageJob[] }) {
  return (
    <ul className="grid gap-2">
      {jobs.slice(0, MOST).map((job) => (
        <li key={job.href} className="flex items-center phone:flex-col phone:items-stretch">
          <JobMark job={job} />
          {job.files.length > 0 ? (
            <Files files={job.files} />
          ) : (
            <span className="text-xs text-ink-3">no files yet</span>
          )}
        </li>
      ))}
      {jobs.length > MOST ? <li className="pl-8 text-xs text-ink-3">+{jobs.length - MOST} more jobs</li> : null}
    </ul>
  )
}

function Files({ files }: { files: readonly WorkDataDocument[] }) {
  return (
    <ul className="grid w-44 flex-none gap-2 phone:w-auto">
      {files.slice(0, MOST).map((file) => (
        <li key={selfHref(file)}>
          <Link
            to="/workdata/explorer/$details"
            params={{ details: encodeLink(selfHref(file)) }}
            className="flex h-[30px] items-center gap-1.5 rounded-md border border-line-strong bg-raised px-2 text-xs hover:bg-hover"
          >
            <FileIcon mediaType={file.properties.MediaType} className="text-ink-3" />
            <MiddleTruncate text={file.properties.Name} />
          </Link>
        </li>
      ))}
      {files.length > MOST ? <li className="text-xs text-ink-3">+{files.length - MOST} more</li> : null}
      {files.length === 0 ? <li className="text-xs text-ink-3">no files</li> : null}
    </ul>
  )
}

/** The job on the edge between files: its wheel stands still, for it is done. */
function JobMark({ job }: { job: LineageJob }) {
  return (
    <span className="relative flex flex-none items-center phone:py-1 phone:pl-3">
      <Edge />
      <Tooltip content={job.name}>
        <Link
          to="/jobs/$details"
          params={{ details: encodeLink(job.href) }}
          aria-label={`Job ${job.name}`}
          className="grid size-[26px] place-items-center rounded-full border border-line-strong bg-raised text-ink-2 hover:border-accent hover:text-accent"
        >
          <Wheel turning={false} />
        </Link>
      </Tooltip>
      <Edge />
      <span className="absolute top-full left-1/2 max-w-24 -translate-x-1/2 truncate font-mono text-2xs text-ink-3 phone:static phone:ml-2 phone:max-w-none phone:translate-x-0">
        {job.step}
      </span>
    </span>
  )
}

function Edge() {
  return <span aria-hidden="true" className={clsx('h-px w-6 bg-line-strong phone:hidden')} />
}

function words(before: LineageJob | undefined, after: readonly LineageJob[]): string {
  const results = after.reduce((sum, job) => sum + job.files.length, 0)
  const parts = [
    ...(before ? [`made from ${plural(before.files.length, 'file')}`] : []),
    ...(after.length > 0 ? [`used by ${plural(after.length, 'job')}, ${plural(results, 'result')} after`] : []),
  ]
  return parts.join('; ')
}
