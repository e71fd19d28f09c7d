import type { JsonSchema } from '@millrace/parameters/json-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { labelAt } from '#components/schema-form/label-at.ts'
import { isTemporary } from '#lib/api.ts'
import { ensureRoot } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import { hasSetup, isStarted, type JobDocument, type JobPlan } from '#lib/job-parts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { makeJob, StartFailure } from '#lib/make-job.ts'
import { randomId } from '#lib/random-id.ts'
import { type SirenDocument, selfHref } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import { transferDone } from '#lib/transfers.ts'
import { notifyJobEnd, type Openers } from './notify-job-end.ts'
import { attemptsFor, dataOf, noProgress, type StartProgress } from './start-progress.ts'
import * as texts from './texts.ts'
import { transferOf } from './use-start-choices.ts'
import type { StartPanel } from './use-start-panel.ts'

export interface SubmitOptions {
  panel: StartPanel
  onDone: () => void
}

/**
 * Creates the planned jobs, and starts them unless they are saved as drafts. If this fails, the drafts are kept, and a
 * retry continues with them.
 */
export function useStartSubmit({ panel, onDone }: SubmitOptions) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const progress = useRef<StartProgress>(undefined)

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
        panel.jobs.map((plan) =>
          withUploadedFiles(start || panel.form.faults.length === 0 ? plan : withoutParameters(plan)),
        ),
      )
      progress.current ??= noProgress(panel.draftHref)
      const made = await makeAll(root, plans, { progress: progress.current, start })
      // The page of a draft keeps showing the panel, so the next click starts a new attempt instead of continuing this
      // one.
      progress.current = undefined
      return made
    },
    onSuccess: (made, { start, open: opens }) => {
      panel.parameters.forget()
      const drafts = start ? [] : made.filter((job) => !isStarted(job))
      const named = drafts.length > 0 ? drafts : made
      const [only] = named
      const text = drafts.length > 0 ? 'saved as a draft' : 'started'
      if (only && (opens ?? false)) open(only)
      else if (only && made.some((job) => selfHref(job) !== panel.draftHref)) {
        const words = named.length === 1 ? fill(texts.job, text) : fill(texts.jobs, named.length, text)
        const id = randomId()
        const action = { label: texts.open, run: () => open(only) }
        toast.success(words, { id, ...(named.length === 1 && { action }) })
        if (start && named.length === 1) notifyJobEnd(queryClient, only, id, openers)
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

interface MakeAllOptions {
  progress: StartProgress
  start: boolean
}

async function makeAll(root: SirenDocument, plans: readonly JobPlan[], { progress, start }: MakeAllOptions) {
  const made: JobDocument[] = []
  for (const plan of plans) {
    const attempts = attemptsFor(plan, plans, progress)
    const job = await makeJob(root, plan, { attempts, made, start }).catch((error: unknown) => {
      progress.failed = dataOf(plan)
      if (error instanceof StartFailure && plans.length > 1) {
        const isMade = (other: JobPlan) => progress.made.some((job) => isStarted(job) === start && hasSetup(job, other))
        const others = plans.filter((other) => other !== plan && isMade(other))
        const count = others.length === 0 ? texts.noOther : `${others.length} of ${plans.length}`
        error.affected = { name: plan.name, others: fill(texts.oneOfSeveral, count, start ? 'started' : 'saved') }
      }
      throw error
    })
    made.push(job)
    progress.made.push(job)
  }
  return made
}

function withoutParameters(plan: JobPlan): JobPlan {
  return { ...plan, parameters: undefined }
}

const UNNAMED = texts.newJob

/** Waits until the files of a plan are uploaded, and inserts their URLs. Names the plan if it has no name. */
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

/** Returns the message for a failed start: which part failed, and why. */
export function failureText(error: Error, schema?: JsonSchema): { title: string; reason: string } {
  if (!(error instanceof StartFailure)) return { title: texts.jobNotStarted, reason: error.message }
  const titles: Record<StartFailure['part'], string> = {
    create: texts.jobNotCreated,
    name: texts.nameNotChanged,
    step: texts.stepNotSet,
    parameters: texts.parametersNotAccepted,
    slot: fill(texts.slotNotFilled, error.slot ?? ''),
    tags: texts.tagsNotSaved,
    start: isTemporary(error.problem ?? null) ? texts.mayNotHaveStarted : texts.notStarted,
  }
  const faults = error.part === 'parameters' && schema ? (error.problem?.faults ?? []) : []
  const named = faults.slice(0, 3).map(({ pointer, message }) => `${schema && labelAt(schema, pointer)}: ${message}`)
  return { title: titles[error.part], reason: named.join(' ') || error.message }
}
