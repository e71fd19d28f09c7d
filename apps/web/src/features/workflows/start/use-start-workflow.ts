import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Parameters } from '#components/schema-form/defaults.ts'
import { type WorkDataDocument, workDataQueries } from '#features/work-data/work-data.queries.ts'
import { ensureRoot } from '#lib/entry-point.ts'
import { encodeLink } from '#lib/link-code.ts'
import { type Attempt, makeJob } from '#lib/make-job.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { workflowQueries } from '../workflows.queries.ts'
import * as texts from './texts.ts'

/** The input slot of `execute_workflow` that takes the definition. */
const WORKFLOW_SLOT = 'workflow'

interface StartInput {
  file: WorkDataDocument
  name: string
  /** Undefined for a workflow without variables. */
  variables: Parameters | undefined
}

/**
 * Starts a workflow: creates a job, selects the step `execute_workflow`, configures the step with the variables,
 * selects the definition, and starts the job. A retry after a failure continues with the same job.
 */
export function useStartWorkflow(onStarted: () => void, onWatch?: (jobHref: string) => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const attempts = useRef<Attempt[]>([])

  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ file, name, variables }: StartInput) => {
      const step = await queryClient.ensureQueryData(workflowQueries.executeStep())
      if (!step) throw new Error('No step execution found')
      const plan = {
        name,
        stepHref: selfHref(step),
        parameters: variables,
        slots: { [WORKFLOW_SLOT]: [selfHref(file)] },
        tags: [],
      }
      const root = await ensureRoot(queryClient, 'JobsRoot')
      return makeJob(root, plan, { attempts: attempts.current, start: true })
    },
    onSuccess: (job) => {
      attempts.current = []
      const details = encodeLink(selfHref(job))
      const open = () => void navigate({ to: '/workflows/executions/$details', params: { details } })
      if (onWatch) onWatch(selfHref(job))
      else toast.success(texts.workflowStarted, { action: { label: texts.open, run: open } })
      onStarted()
    },
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['jobs'] }),
        // Lists of workflows show this execution as the workflow's last one.
        queryClient.invalidateQueries({ queryKey: workDataQueries.all }),
      ])
    },
  })
}
