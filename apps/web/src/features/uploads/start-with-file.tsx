import { MEDIA } from '@millrace/contracts/media-types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { Suspense, use } from 'react'
import { Button } from '#components/ui/button.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { StartWorkflowContext } from './start-workflow-context.ts'
import * as texts from './texts.ts'

interface StartWithFileProps {
  href: string
  name: string
  mediaType: string | undefined
}

/** Button that starts a job with an uploaded file or, if the file defines a workflow, the workflow. */
export function StartWithFile({ href, name, mediaType }: StartWithFileProps) {
  const startJob = useStartJob()
  const startWorkflow = use(StartWorkflowContext)
  const queryClient = useQueryClient()
  const workflow = useMutation({ mutationFn: () => queryClient.fetchQuery(workDataQueries.detail(href)) })
  const isWorkflow = mediaType === MEDIA.workflowDefinition
  const label = isWorkflow ? fill(texts.startWorkflowNamed, name) : fill(texts.startJobWithNamed, name)
  const start = () => (isWorkflow ? workflow.mutate() : startJob({ data: [href] }))
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        icon={<Play className="icon-sm text-accent" />}
        className="-mr-2.5"
        aria-label={label}
        working={workflow.isPending}
        onClick={start}
      >
        {isWorkflow ? texts.startWorkflow : texts.startJob}
      </Button>
      {workflow.data ? <Suspense>{startWorkflow?.(workflow.data, workflow.reset)}</Suspense> : null}
    </>
  )
}
