import { graphOf } from '@millrace/workflows/graph'
import { variablesSchema } from '@millrace/workflows/variables'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { startingParameters } from '#components/schema-form/defaults.ts'
import { Button } from '#components/ui/button.tsx'
import type { ButtonStyle } from '#components/ui/button-class.ts'
import { addSampleData } from '#lib/add-sample-data.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { useIdempotent } from '#lib/use-idempotent.ts'
import { sampleWorkflow } from '../sample-workflow.ts'
import { createWorkflow } from '../save-workflow.ts'
import { useStartWorkflow } from '../start/use-start-workflow.ts'
import { workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'

const GraphPicture = lazy(() => import('#components/workflow-graph/graph-picture.tsx'))

const SAMPLE = sampleWorkflow('')

/**
 * Offers the sample workflow to an account without workflows. The workflow and its data are stored only when it is run
 * or opened: until then it uses no storage, and API clients that list work data see that the account is empty.
 */
export default function SampleCard() {
  const { open, run } = useSample()
  const isBusy = open.isPending || run.isPending
  return (
    <section aria-label={texts.sampleWorkflow} className="mt-4 grid w-full grid-cols-1 gap-3 max-lg:mt-0">
      <p className="text-ink-2 max-lg:hidden">{texts.orStartFromASample}</p>
      <p className="text-md text-ink-2 lg:hidden">{texts.buildOnLargerScreens}</p>
      <div className="overflow-hidden rounded-lg border border-line bg-surface text-left text-wrap">
        <span className="dotted grid h-33 place-items-center border-b border-line bg-sunken p-3" aria-hidden="true">
          <Suspense>
            <GraphPicture graph={graphOf(SAMPLE)} className="size-full" />
          </Suspense>
        </span>
        <div className="grid gap-3 p-4">
          <div>
            <h3 className="font-semibold">{SAMPLE.title}</h3>
            <p className="text-ink-2">{SAMPLE.description}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <RunSample variant="primary" run={run} disabled={isBusy} />
            <Button working={open.isPending} disabled={isBusy} onClick={() => open.mutate()}>
              {texts.openSample}
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Button that runs the sample workflow, shown if there are no executions yet. */
export function RunSampleWorkflow(look: ButtonStyle) {
  const { run } = useSample()
  return <RunSample {...look} run={run} disabled={run.isPending} />
}

interface RunSampleProps extends ButtonStyle {
  run: ReturnType<typeof useSample>['run']
  disabled: boolean
}

function RunSample({ run, ...look }: RunSampleProps) {
  const { data: executeStep } = useQuery(workflowQueries.executeStep())
  if (!executeStep) return null
  return (
    <Button {...look} working={run.isPending} icon={<Play />} onClick={() => run.mutate()}>
      {texts.runSample}
    </Button>
  )
}

/** Both mutations store the sample with its data: `open` then opens it, and `run` runs it and shows the execution. */
function useSample() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const watch = (job: string) =>
    void navigate({ to: '/workflows/executions/$details', params: { details: encodeLink(job) } })
  const start = useStartWorkflow(() => {}, watch)

  const once = useIdempotent()

  async function store(key: string) {
    const readings = await addSampleData(queryClient, `${key}-data`)
    const definition = sampleWorkflow(readings ?? '')
    return { definition, file: await createWorkflow(queryClient, definition, { key, tags: ['sample'] }) }
  }

  const open = useMutation({
    mutationFn: () => once('sample', store),
    onSuccess: ({ file }) =>
      void navigate({ to: '/workflows/configurator', search: { workflowLink: encodeLink(selfHref(file)) } }),
  })
  const run = useMutation({
    mutationFn: () =>
      once('sample', async (key) => {
        const { definition, file } = await store(key)
        const variables = startingParameters(variablesSchema(definition))
        await start.mutateAsync({ file, name: definition.title, variables })
      }),
  })
  return { open, run }
}
