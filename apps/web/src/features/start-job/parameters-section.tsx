import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { startingParameters } from '#components/schema-form/defaults.ts'
import { FormModeSwitch, SchemaForm } from '#components/schema-form/schema-form.tsx'
import { SweepAxes } from '#components/sweep/sweep-axes.tsx'
import { SweptFields } from '#components/sweep/swept-fields.tsx'
import { Button } from '#components/ui/button.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { FoldedText } from '#components/ui/folded-text.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Time } from '#components/ui/time.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { parametersOf } from '#lib/job-facts.ts'
import { selfHref } from '#lib/siren.ts'
import * as texts from './texts.ts'
import type { StartPanel } from './use-start-panel.ts'

export function ParametersSection({ panel }: { panel: StartPanel }) {
  const { form, step } = panel
  if (!step) return <p className="text-ink-2">{texts.stepMissing}</p>
  if (!form.schema) {
    return (
      <p className="text-md text-ink-2">
        {step.properties.HasParameters ? texts.thisStepDoesntDescribeItsParameters : texts.thisStepTakesNoParameters}
      </p>
    )
  }
  return (
    <>
      <FailedBefore panel={panel} />
      <Restored panel={panel} />
      <SweptFields sweep={panel.sweep}>
        <SchemaForm form={form} sought={panel.sought} />
      </SweptFields>
      <SweepAxes sweep={panel.sweep} />
    </>
  )
}

function Restored({ panel: { parameters } }: { panel: StartPanel }) {
  if (!parameters.restoredFrom) return null
  return (
    <p role="status" className="mb-4 flex flex-wrap items-center gap-x-3 rounded-lg bg-info-soft px-3 py-1.5">
      {parameters.restoredFrom === 'table' ? texts.parametersOfView : texts.parametersOfLastVisit}
      <Button size="sm" variant="text" onClick={parameters.forget}>
        {texts.resetToDefaults}
      </Button>
    </p>
  )
}

function FailedBefore({ panel: { loaded, draftHref } }: { panel: StartPanel }) {
  const job = loaded.job.data?.properties
  if (draftHref !== undefined || job?.State !== 'Error' || !job.ErrorDescription) return null
  return (
    <section aria-label={texts.whyItFailed} className="mb-4 flex gap-2.5 rounded-lg bg-danger-soft px-3 py-2">
      <span className="pt-0.5 text-danger">
        <FailedIcon />
      </span>
      <div className="min-w-0 wrap-anywhere">
        <FoldedText text={job.ErrorDescription.trim()} />
      </div>
    </section>
  )
}

/** Tools to the right of the title: values of an earlier job, and the switch between form and text. */
export function ParameterTools({ panel }: { panel: StartPanel }) {
  if (!panel.form.schema) return null
  return (
    <>
      <CopyFromEarlier panel={panel} />
      <FormModeSwitch form={panel.form} />
    </>
  )
}

const EARLIER = 10

function CopyFromEarlier({ panel }: { panel: StartPanel }) {
  const [open, setOpen] = useState(false)
  const stepHref = panel.step && selfHref(panel.step)
  const { data: page, isPending } = useQuery({
    ...jobQueries.list({
      Pagination: { PageSize: EARLIER, PageOffset: 0 },
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: { ProcessingStepUrl: stepHref ?? null, IsSubJob: false },
      IncludeRemainingTags: false,
    }),
    enabled: open && stepHref !== undefined,
  })
  const jobs = (page?.jobs ?? []).filter(
    (job) => job.properties.ConfiguredParameters !== null && selfHref(job) !== panel.draftHref,
  )
  const { schema, defaults, replace } = panel.form
  if (!schema) return null
  return (
    <Popover
      label={texts.copyFromAnEarlierJob}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="quiet" icon={<History aria-hidden="true" />}>
          {texts.copyFromAnEarlierJob}
        </Button>
      }
    >
      <ul className="scroll-thin -m-2 grid max-h-80 w-80 overflow-y-auto">
        {jobs.map((job) => (
          <li key={selfHref(job)}>
            <button
              type="button"
              className="flex h-9 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
              onClick={() => {
                replace(startingParameters(schema, defaults, parametersOf(job.properties)))
                setOpen(false)
              }}
            >
              <StateIcon state={job.properties.State} />
              <span className="min-w-0 flex-1 truncate">{job.properties.Name}</span>
              <Time at={job.properties.CreatedAt} className="cell-time flex-none text-xs text-ink-3" />
            </button>
          </li>
        ))}
        {!isPending && jobs.length === 0 ? (
          <li className="px-2 py-1.5 text-ink-2">{texts.noEarlierJobsOfThisStep}</li>
        ) : null}
      </ul>
    </Popover>
  )
}
