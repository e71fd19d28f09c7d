import { MEDIA } from '@millrace/contracts/media-types'
import type { WorkDataProperties } from '@millrace/contracts/work-data'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { PictureOf } from '#components/results/picture.ts'
import { ResultCard } from '#components/results/result-card.tsx'
import { FileIcon } from '#components/ui/file-icon.tsx'
import { SectionHead } from '#components/ui/page-head.tsx'
import { embedded } from '#lib/siren.ts'
import type { JobDocument, WorkDataDocument } from './dashboard.queries.ts'
import { FigureCard } from './figure-card.tsx'
import { FigurePlaceholder, ReadingsPlaceholder, TablePlaceholder } from './sample-placeholders.tsx'
import * as texts from './texts.ts'

const EXPECTED = [
  {
    title: texts.cleanReadings,
    text: texts.outliersDetectedAndReplaced,
    mediaType: MEDIA.parquet,
    drawing: <ReadingsPlaceholder />,
  },
  {
    title: texts.hourlyMeans,
    text: texts.oneRowPerHourAndGauge,
    mediaType: MEDIA.parquet,
    drawing: <TablePlaceholder />,
  },
  { title: texts.hydrograph, text: texts.anInteractiveFigure, mediaType: MEDIA.plotly, drawing: <FigurePlaceholder /> },
]

/**
 * The expected results of the sample, which are replaced one by one with the actual results. While the sample is
 * running, the figure's placeholder is as large as the figure, so that the layout doesn't shift.
 */
export function SampleResults({ jobs, Picture }: { jobs: readonly JobDocument[]; Picture: PictureOf }) {
  const started = jobs.length > 0
  const results = EXPECTED.map((_, at) => firstResult(jobs[at]))
  const ready = results.filter(Boolean).length
  return (
    <section aria-labelledby="sample-results">
      <SectionHead
        id="sample-results"
        title={ready === 0 ? texts.expectedResults : texts.results}
        count={ready === 0 ? `${EXPECTED.length}` : `${ready} of ${EXPECTED.length}`}
      />
      <div
        className={clsx(
          'mt-1 grid gap-4',
          started ? 'grid-flow-dense grid-cols-3 max-lg:grid-cols-1' : 'grid-cols-3 max-lg:grid-cols-1',
        )}
      >
        {EXPECTED.map((expected, at) => {
          const result = results[at]
          const large = started && at === EXPECTED.length - 1
          return (
            <div
              key={expected.title}
              className={clsx(
                'grid',
                large ? 'max-lg:order-first lg:col-span-2 lg:row-span-2' : started && 'lg:col-start-3',
              )}
            >
              {!result ? <Ghost {...expected} large={large} /> : null}
              {result && large ? <FigureCard data={result} Picture={Picture} /> : null}
              {result && !large ? <ResultCard data={result} Picture={Picture} /> : null}
            </div>
          )
        })}
      </div>
    </section>
  )
}

function firstResult(job: JobDocument | undefined): WorkDataDocument | undefined {
  if (job?.properties.State !== 'Completed') return undefined
  return embedded(job, 'OutputDataSlot').flatMap((slot) => embedded<WorkDataProperties>(slot, 'Assigned'))[0]
}

interface GhostProps {
  title: string
  text: string
  mediaType: string
  drawing: ReactNode
  large: boolean
}

function Ghost({ title, text, mediaType, drawing, large }: GhostProps) {
  return (
    <div className="grid grid-rows-[minmax(148px,1fr)_auto] overflow-hidden rounded-lg border border-dashed border-line-strong">
      <div
        className={clsx('relative border-b border-dashed border-line-strong', large && 'min-h-[300px]')}
        aria-hidden="true"
      >
        <div className="absolute inset-0 overflow-hidden">{drawing}</div>
      </div>
      <div className="px-3 pt-[9px] pb-2.5">
        <div className="flex items-center gap-1.5 text-ink-2">
          <FileIcon mediaType={mediaType} />
          <span className="truncate">{title}</span>
        </div>
        <div className="mt-0.5 truncate text-xs text-ink-3">{text}</div>
      </div>
    </div>
  )
}
