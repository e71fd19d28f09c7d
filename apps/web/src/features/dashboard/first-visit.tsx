import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PictureOf } from '#components/results/picture.ts'
import { rootQuery } from '#lib/entry-point.ts'
import { actionOf, runAction, type SirenAction } from '#lib/siren.ts'
import { BringData } from './bring-data.tsx'
import { Composer } from './composer.tsx'
import type { Dashboard } from './dashboard.queries.ts'
import { SampleOffer } from './sample-offer.tsx'
import { SampleResults } from './sample-results.tsx'
import { SampleRun } from './sample-run.tsx'
import * as texts from './texts.ts'
import { VisitHeading } from './visit-heading.tsx'

/** The first visit: one press runs the sample, and its result appears in place. */
export function FirstVisit({ dashboard, Picture }: { dashboard: Dashboard; Picture: PictureOf }) {
  const queryClient = useQueryClient()
  const root = useQuery(rootQuery('JobsRoot'))
  const action = root.data && actionOf(root.data, 'RunSample')
  const run = useMutation({
    mutationFn: (offered: SirenAction) => runAction(offered),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['jobs'] }),
  })
  const jobs = dashboard.sample.toReversed()
  const started = jobs.length > 0
  return (
    <>
      {started ? <SampleRun jobs={jobs} /> : null}
      {!started && action ? <SampleOffer working={run.isPending} onRun={() => run.mutate(action)} /> : null}
      {!started && !action && root.data ? <OwnDataFirst steps={dashboard.ProcessingSteps} /> : null}
      {started || action ? <SampleResults jobs={jobs} Picture={Picture} /> : null}
      <BringData files={dashboard.uploads} />
    </>
  )
}

/** Without the steps of the sample there is still everything else. */
function OwnDataFirst({ steps }: { steps: number }) {
  return (
    <section aria-label={texts.startAJob}>
      <VisitHeading title={texts.startWithYourOwnData}>{texts.chooseAFile}</VisitHeading>
      <Composer steps={steps} />
    </section>
  )
}
