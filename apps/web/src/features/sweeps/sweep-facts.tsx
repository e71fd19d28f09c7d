import { Link } from '@tanstack/react-router'
import { fill } from '#lib/fill.ts'
import { formatCount, formatTook, plural } from '#lib/format.ts'
import { filesIn, inputSlots, workedMs } from '#lib/job-facts.ts'
import type { JobDocument } from '#lib/job-parts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import type { Cell } from './board-model.ts'
import * as texts from './texts.ts'

const FILES_NAMED = 2
const LINK = 'text-ink underline-offset-2 hover:underline'

/** The progress of the sweep, its step, and the data it runs on. */
export function SweepFacts({ cells, first }: { cells: readonly Cell[]; first: JobDocument }) {
  const inState = (state: string) => cells.filter(({ job }) => job.properties.State === state).length
  const failed = inState('Error') + inState('Canceled')
  const step = hrefOf(first, 'SelectedProcessingStep')
  const files = inputSlots(first).flatMap(filesIn)
  const { Processing } = first.properties
  return (
    <>
      <span role="status">
        {inState('Completed') === cells.length
          ? fill(texts.allCompleted, plural(cells.length, 'job'), formatTook(totalMs(cells)))
          : fill(texts.completedOf, formatCount(inState('Completed')), formatCount(cells.length))}
        {failed > 0 ? fill(texts.failedToo, formatCount(failed)) : ''}
      </span>
      {Processing && step ? (
        <span>
          {texts.sweepOf}
          <Link to="/processing-steps/$details" params={{ details: encodeLink(step) }} className={LINK}>
            {Processing.Title} {Processing.Version}
          </Link>
        </span>
      ) : null}
      {files.length > 0 ? (
        <span className="min-w-0 wrap-anywhere">
          {texts.inputFiles}
          {files.slice(0, FILES_NAMED).map((file, at) => (
            <span key={selfHref(file)}>
              {at > 0 ? ', ' : ''}
              <Link to="/workdata/explorer/$details" params={{ details: encodeLink(selfHref(file)) }} className={LINK}>
                {file.properties.Name}
              </Link>
            </span>
          ))}
          {files.length > FILES_NAMED ? ` +${formatCount(files.length - FILES_NAMED)}` : ''}
        </span>
      ) : null}
    </>
  )
}

function totalMs(cells: readonly Cell[]): number {
  const now = new Date()
  return cells.reduce((sum, { job }) => sum + (workedMs(job.properties, now) ?? 0), 0)
}
