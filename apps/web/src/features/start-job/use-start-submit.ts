import type { JsonSchema } from '@millrace/parameters/json-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { labelAt } from '#components/schema-form/label-at.ts'
import { ensureRoot } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import type { JobDocument, JobPlan } from '#lib/job-parts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { makeJob, StartFailure } from '#lib/make-job.ts'
import { randomId } from '#lib/random-id.ts'
import { selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { transferDone } from '#lib/transfers.ts'
import { notifyJobEnd, type Openers } from './notify-job-end.ts'
import { type JobProgress, resumeProgress } from './start-progress.ts'
import * as texts from './texts.ts'
import { transferOf } from './use-start-choices.ts'
import type { StartPanel } from './use-start-panel.ts'

export interface SubmitOptions {
  panel: StartPanel
  /** Called after the jobs are created or started. */
  onDone: () => void
}

/** Creates and starts the planned jobs. If this fails, the draft is kept, and a retry continues with it. */
export function useStartSubmit({ panel, onDone }: SubmitOptions) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [earlier, setEarlier] = useState<readonly JobProgress[]>([])

  const openers: Openers = {
    job: (details) => void navigate({ to: '/jobs/$details', params: { details } }),
    result: (details) => void navigate({ to: '/workdata/explorer/$details', params: { details } }),
  }
  const open = (job: JobDocument) => openers.job(encodeLink(selfHref(job)))

  return useMutation({
    meta: { quiet: true },
    mutationFn: async ({ start }: { start: boolean; open?: boolean }) => {
      const root = await ensureRoot(queryClient, 'JobsRoot')
      const plans = await Promise.all(
        panel.jobs.map((plan) => withUploadedFiles(start || panel.form.faults.length === 0 ? plan : bare(plan))),
      )
      const jobs = resumeProgress(plans, { earlier, draftHref: panel.draftHref, newKey: randomId })
      const made: JobDocument[] = []
      try {
        for (const [at, plan] of plans.entries()) {
          const job = jobs[at]
          if (!job || job.isDone) continue
          made.push(await makeJob(root, plan, { jobHref: job.href, idempotencyKey: job.key, start }))
          jobs[at] = { ...job, isDone: true }
        }
      } catch (error) {
        const at = jobs.findIndex((job) => !job.isDone)
        const failed = jobs[at]
        if (failed && error instanceof StartFailure) jobs[at] = { ...failed, href: error.jobHref ?? failed.href }
        setEarlier(jobs)
        throw error
      }
      // The page of a draft keeps showing the panel, so the next click starts a new attempt instead of continuing this
      // one.
      setEarlier([])
      return made
    },
    onSuccess: (made, { start, open: opens }) => {
      panel.parameters.forget()
      const [only] = made
      const text = start ? 'started' : 'saved as a draft'
      if (only && (opens ?? false)) open(only)
      else if (only && panel.draftHref === undefined) {
        const words = made.length === 1 ? fill(texts.job, text) : fill(texts.jobs, made.length, text)
        const id = randomId()
        toast.success(words, { id, ...(made.length === 1 && { action: { label: texts.open, run: () => open(only) } }) })
        if (start && made.length === 1) notifyJobEnd(queryClient, only, id, openers)
      }
      onDone()
    },
    onError: (error) => {
      if (!(error instanceof StartFailure) || error.part !== 'parameters') return
      panel.form.refuse(error.problem?.faults ?? [])
      panel.setSection('parameters')
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['jobs'] }),
        queryClient.invalidateQueries({ queryKey: ['work-data'] }),
      ]),
  })
}

/** Removes the parameters of a draft, because they have problems. */
function bare(plan: JobPlan): JobPlan {
  return { ...plan, parameters: undefined }
}

/** The name of a draft for which nothing is selected. */
const UNNAMED = texts.newJob

/** Waits until files are uploaded and inserts their URLs into the plan. */
export async function withUploadedFiles(plan: JobPlan): Promise<JobPlan> {
  const entries = Object.entries(plan.slots).map(async ([slot, hrefs]) => {
    const known = hrefs.map((href) => {
      const transfer = transferOf(href)
      return transfer === undefined ? href : transferDone(transfer)
    })
    return [slot, await Promise.all(known)] as const
  })
  return { ...plan, name: plan.name || UNNAMED, slots: Object.fromEntries(await Promise.all(entries)) }
}

/** Returns the message for a failed start: which part failed, and that nothing is lost. */
export function failureText(error: Error, schema?: JsonSchema): { title: string; reason: string } {
  if (!(error instanceof StartFailure)) return { title: texts.jobNotStarted, reason: error.message }
  const titles: Record<StartFailure['part'], string> = {
    create: texts.jobNotCreated,
    name: texts.nameNotChanged,
    step: texts.stepNotSet,
    parameters: texts.parametersNotAccepted,
    slot: fill(texts.slotNotFilled, error.slot ?? ''),
    tags: texts.tagsNotSaved,
    start: texts.notStarted,
  }
  const faults = error.part === 'parameters' && schema ? (error.problem?.faults ?? []) : []
  const named = faults.slice(0, 3).map(({ pointer, message }) => `${schema && labelAt(schema, pointer)}: ${message}`)
  return { title: titles[error.part], reason: named.join(' ') || error.message }
}
