import { Link } from '@tanstack/react-router'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { edgePath } from '#components/ui/flow-strip.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { fill } from '#lib/fill.ts'
import { plural, pluralTotal } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { usedBySearch } from '../used-by.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { type LineageJob, useLineage } from './lineage.queries.ts'
import * as texts from './texts.ts'

const STACK_MAX = 3
const CHIP = 30
const GAP = 8
const EDGE = 20

/**
 * Shows, from left to right, the inputs of the job that created the file, that job, the file, and the jobs that used it
 * with their results. Renders nothing if no job created or used the file.
 */
export function LineageStrip({ file }: { file: WorkDataDocument }) {
  const { before, after, users } = useLineage(file)
  if (!before && after.length === 0) return null
  const shown = after.slice(0, STACK_MAX)
  return (
    <section aria-label={texts.lineage} className="flex-none border-t border-line px-6 pt-3.5 pb-4 phone:px-4">
      <SectionHead title={texts.lineage} count={words(before, after, users)} />
      <div className="scroll-thin scroll-fade-x mt-2 flex items-center overflow-x-auto phone:flex-col phone:items-start phone:gap-2">
        {before ? (
          <>
            <Files job={before} />
            <Edges heights={heightsOf(before.files)} from="many" />
            <JobPill job={before} />
            <Edges heights={[CHIP]} from="one" />
          </>
        ) : null}
        <span className="flex h-[30px] w-48 flex-none lg:max-xl:w-32 items-center gap-1.5 rounded-md border border-accent bg-raised px-2 text-xs font-medium ring-1 ring-accent ring-inset">
          <FileIcon mediaType={file.properties.MediaType} className="text-accent" />
          <MiddleTruncate text={file.properties.Name} />
        </span>
        {shown.length > 0 ? (
          <>
            <Edges heights={shown.map((job) => stackHeight(heightsOf(job.files)))} from="one" />
            <ul className="grid min-w-0 flex-1 gap-2 phone:w-full">
              {shown.map((job) => (
                <li key={job.href} className="flex items-center phone:flex-col phone:items-start phone:gap-2">
                  <JobPill job={job} />
                  <Edges heights={heightsOf(job.files)} from="one" />
                  <Files job={job} />
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {users > shown.length && shown.length > 0 ? (
          <Link
            to="/jobs"
            search={usedBySearch(file)}
            className="ml-4 flex-none rounded-sm text-xs text-accent hover:underline"
          >
            +{plural(users - shown.length, 'more job', 'more jobs')}
          </Link>
        ) : null}
      </div>
    </section>
  )
}

function Files({ job: { files, href, name } }: { job: LineageJob }) {
  if (files.length === 0) return <span className="flex h-[30px] items-center text-xs text-ink-3">{texts.noFiles}</span>
  return (
    <ul className="grid max-w-72 min-w-44 flex-1 grid-cols-1 gap-2 phone:w-full phone:flex-none">
      {files.slice(0, STACK_MAX).map((file) => (
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
      {files.length > STACK_MAX ? (
        <li className="flex h-[30px] items-center text-xs">
          <Link
            to="/jobs/$details"
            params={{ details: encodeLink(href) }}
            aria-label={fill(texts.moreFilesOf, files.length - STACK_MAX, name)}
            className="rounded-sm text-accent hover:underline"
          >
            {fill(texts.more, files.length - STACK_MAX)}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}

function JobPill({ job }: { job: LineageJob }) {
  return (
    <Link
      to="/jobs/$details"
      params={{ details: encodeLink(job.href) }}
      title={job.name}
      aria-label={fill(texts.job, job.name, job.step)}
      className="flex h-[26px] w-40 flex-none items-center gap-1.5 rounded-full border border-line-strong bg-raised pr-2.5 pl-1.5 text-ink-2 lg:max-xl:w-29 lg:max-xl:pl-2.5 lg:max-xl:[&>svg]:hidden hover:border-accent hover:text-accent"
    >
      <Spinner turning={false} />
      <span className="truncate font-mono text-2xs">{job.step}</span>
    </Link>
  )
}

function Edges({ heights, from }: { heights: readonly number[]; from: 'one' | 'many' }) {
  const total = stackHeight(heights)
  const ends = heights.map((height, at) => stackHeight(heights.slice(0, at)) + (at > 0 ? GAP : 0) + height / 2)
  return (
    <svg aria-hidden="true" width={EDGE} height={total} className="block flex-none phone:hidden" fill="none">
      {ends.map((end) => (
        <path
          key={end}
          d={from === 'one' ? edgePath(total / 2, end, EDGE) : edgePath(end, total / 2, EDGE)}
          className="race-edge"
        />
      ))}
    </svg>
  )
}

function heightsOf(files: readonly WorkDataDocument[]): number[] {
  return Array(Math.max(1, Math.min(files.length, STACK_MAX + 1))).fill(CHIP)
}

function stackHeight(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0) + GAP * Math.max(0, heights.length - 1)
}

function words(before: LineageJob | undefined, after: readonly LineageJob[], users: number): string {
  const results = after.reduce((sum, job) => sum + job.files.length, 0)
  const parts = [
    ...(before ? [`Created from ${plural(before.files.length, 'file')}`] : []),
    ...(after.length > 0 ? [`${before ? 'used' : 'Used'} by ${pluralTotal(users, 'job')}`] : []),
    ...(results > 0 ? [plural(results, 'result')] : []),
  ]
  return parts.join(' · ')
}
