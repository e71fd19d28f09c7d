import { ownValue } from '@millrace/parameters/pointer'
import { runsWorkflow } from '@millrace/workflows/workflow-step'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { type Parameters, startingParameters } from '#components/schema-form/defaults.ts'
import { useParameterForm } from '#components/schema-form/use-parameter-form.ts'
import { type JobDocument, jobQueries } from '#features/jobs/jobs.queries.ts'
import { ensureRoot } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import { filesIn, outputSlots } from '#lib/job-facts.ts'
import type { JobPlan } from '#lib/job-parts.ts'
import { type Attempt, makeJob } from '#lib/make-job.ts'
import { selfHref } from '#lib/siren.ts'
import { useValue } from '#lib/value.ts'
import type { WorkflowNode } from '../document/draft.ts'
import { titleOf } from '../editor/step-items.tsx'
import type { WorkflowEditor } from '../editor/use-workflow-editor.ts'
import type { KnownStep } from '../known-steps.ts'
import * as texts from './texts.ts'
import { askedSchema, asVariables, knownData, knownValues } from './trial-values.ts'
import { trialOf, updateTrial } from './trials.ts'

const EMPTY: Parameters = {}

/** State of a trial run of one step as a job: its data, the values that only a run would provide, and the job. */
export function useTrial(editor: WorkflowEditor, node: WorkflowNode, step: KnownStep) {
  const trials = useValue(editor.trials)
  const trial = trialOf(trials, node.id)
  const change = (next: Partial<typeof trial>) => updateTrial(editor.trials, node.id, next)
  const known = knownValues(editor.draft, node)
  const slots = useSlots(editor, node, step)
  const form = useAskedForm(step, node, known, { value: trial.values, onChange: (values) => change({ values }) })
  const { data: job } = useQuery({ ...jobQueries.detail(trial.jobHref ?? ''), enabled: trial.jobHref !== undefined })
  const start = useStart((jobHref) => change({ jobHref }))
  const empty = slots.find(({ minSlots, hrefs }) => hrefs.length < minSlots)

  return {
    slots,
    form,
    job: trial.jobHref === undefined ? undefined : job,
    start,
    reason: empty
      ? fill(texts.chooseDataForFirst, empty.name)
      : form.faults.length > 0
        ? texts.enterTheValuesFirst
        : undefined,
    choose: (slot: string, hrefs: string[]) => change({ slots: { ...trial.slots, [slot]: hrefs } }),
    run: () => {
      const given = runsWorkflow(node) ? asVariables(slots) : { slots, variables: {} }
      start.mutate({
        name: fill(texts.tryNamed, titleOf(editor, node.id)).slice(0, 200),
        stepHref: selfHref(step.document),
        parameters: step.version.parameters && {
          ...defaultsOf(step),
          ...known,
          ...trial.values,
          ...given.variables,
        },
        slots: Object.fromEntries(given.slots.map(({ name, hrefs }) => [name, [...hrefs]])),
        tags: [],
      })
    },
  }
}

/**
 * Returns the work data of each input slot: what was selected, otherwise what the definition and earlier trials of
 * other steps suggest.
 */
function useSlots({ draft, trials: kept }: WorkflowEditor, node: WorkflowNode, step: KnownStep) {
  const trials = useValue(kept)
  const sources = Object.values(node.inputs ?? {}).flat()
  const before = [...new Set(sources.flatMap(({ node: id }) => id ?? []))]
  const hrefs = before.map((id) => trialOf(trials, id).jobHref)
  const jobs = useQueries({
    queries: hrefs.map((href) => ({ ...jobQueries.detail(href ?? ''), enabled: href !== undefined })),
  })
  const results = new Map(before.map((id, at) => [id, hrefs[at] === undefined ? undefined : jobs[at]?.data]))
  const { slots } = trialOf(trials, node.id)
  return step.version.inputs.map((slot) => {
    const made = (ownValue(node.inputs, slot.name) ?? []).flatMap((source) =>
      source.node === undefined ? [] : filesOf(results.get(source.node), source.slot),
    )
    const suggested = [...knownData(draft, node, slot.name), ...made].slice(0, slot.maxSlots ?? undefined)
    return { ...slot, hrefs: slots[slot.name] ?? suggested }
  })
}

function filesOf(job: JobDocument | undefined, slot: string | undefined): string[] {
  if (!job) return []
  return outputSlots(job)
    .filter(({ properties }) => properties.Name === slot)
    .flatMap(filesIn)
    .map(selfHref)
}

interface AskedOptions {
  value: Parameters
  onChange: (value: Parameters) => void
}

function useAskedForm(step: KnownStep, node: WorkflowNode, known: Parameters, { value, onChange }: AskedOptions) {
  const asked = askedSchema(step.version.parameters, node, known)
  const text = JSON.stringify(asked)
  const schema = useMemo(() => (text ? (JSON.parse(text) as NonNullable<typeof asked>) : undefined), [text])
  return useParameterForm({ schema, value, defaults: EMPTY, onChange })
}

function defaultsOf({ document, version: { parameters } }: KnownStep): Parameters {
  const { DefaultParameters } = document.properties
  const own = DefaultParameters ? (JSON.parse(DefaultParameters) as Parameters) : undefined
  return parameters ? startingParameters(parameters, own) : {}
}

/** A retry after a failure continues with the same job. */
function useStart(onStarted: (jobHref: string) => void) {
  const queryClient = useQueryClient()
  const attempts = useRef<Attempt[]>([])
  return useMutation({
    meta: { quiet: true },
    mutationFn: async (plan: JobPlan) => {
      const root = await ensureRoot(queryClient, 'JobsRoot')
      return makeJob(root, plan, { attempts: attempts.current, start: true })
    },
    onSuccess: (job) => {
      attempts.current = []
      queryClient.setQueryData(jobQueries.detail(selfHref(job)).queryKey, job)
      onStarted(selfHref(job))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobQueries.all }),
  })
}
