import { isTerminal } from '@millrace/contracts/job-states'
import { fill } from '#lib/fill.ts'
import { MarkedText } from '#lib/marked-text.tsx'
import { selfHref } from '#lib/siren.ts'
import type { JobDocument } from './dashboard.queries.ts'
import { SampleJob } from './sample-job.tsx'
import * as texts from './texts.ts'
import { VisitHeading } from './visit-heading.tsx'

/** The jobs of the sample during and after its run. */
export function SampleRun({ jobs }: { jobs: readonly JobDocument[] }) {
  const stopped = jobs.find(({ properties }) => isTerminal(properties.State) && properties.State !== 'Completed')
  const done = jobs.filter(({ properties }) => properties.State === 'Completed').length
  return (
    <section aria-label={texts.sample}>
      {stopped ? (
        <VisitHeading title={texts.theSampleStopped}>
          <MarkedText text={stopped.properties.Cause ?? fill(texts.didNotFinish, stopped.properties.Name)} />
        </VisitHeading>
      ) : (
        <Progress done={done} of={jobs.length} />
      )}
      <ul className="rounded-lg border border-line-strong px-4 [&>li+li]:border-t [&>li+li]:border-line">
        {jobs.map((job) => (
          <SampleJob key={selfHref(job)} job={job} />
        ))}
      </ul>
    </section>
  )
}

function Progress({ done, of }: { done: number; of: number }) {
  if (done === of) {
    return <VisitHeading title={texts.theSampleIsComplete}>{texts.sampleIsDone}</VisitHeading>
  }
  return (
    <VisitHeading title={texts.theSampleIsRunning}>
      <span role="status">{fill(texts.sampleProgress, done, of)}</span>
    </VisitHeading>
  )
}
