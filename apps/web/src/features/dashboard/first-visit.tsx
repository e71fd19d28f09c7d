import type { PictureOf } from '#components/results/picture.ts'
import { useRunSample } from '#lib/run-sample.ts'
import { Composer } from './composer.tsx'
import type { Dashboard } from './dashboard.queries.ts'
import { SampleComposer } from './sample-composer.tsx'
import { SampleResults } from './sample-results.tsx'
import { SampleRun } from './sample-run.tsx'
import * as texts from './texts.ts'
import { UploadPrompt } from './upload-prompt.tsx'
import { VisitHeading } from './visit-heading.tsx'

/** The first visit: a single click runs the sample, and its result appears in place. */
export function FirstVisit({ dashboard, Picture }: { dashboard: Dashboard; Picture: PictureOf }) {
  const { isKnown, run, isRunning } = useRunSample()
  const jobs = dashboard.sample.toReversed()
  const started = jobs.length > 0
  return (
    <>
      {started ? <SampleRun jobs={jobs} /> : null}
      {!started && run ? <SampleComposer working={isRunning} onRun={run} /> : null}
      {!started && !run && isKnown ? <OwnDataFirst steps={dashboard.ProcessingSteps} /> : null}
      {started || run ? <SampleResults jobs={jobs} Picture={Picture} /> : null}
      <UploadPrompt files={dashboard.uploads} />
    </>
  )
}

/** Shown if the steps of the sample aren't registered. */
function OwnDataFirst({ steps }: { steps: number }) {
  return (
    <section aria-label={texts.startAJob}>
      <VisitHeading title={texts.startWithYourOwnData}>{texts.chooseAFile}</VisitHeading>
      <Composer steps={steps} />
    </section>
  )
}
