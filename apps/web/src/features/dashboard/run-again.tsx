import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { flowOf } from '#lib/job-facts.ts'
import { selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { CHIP, ChipRow } from './chip-row.tsx'
import type { JobDocument } from './dashboard.queries.ts'
import * as texts from './texts.ts'

const BUTTONS_MAX = 3
/** Number of buttons that are readable side by side on a narrow screen. */
const NARROW_BUTTONS_MAX = 2

/** The most recent kinds of jobs, each of which can be started again with a single click. */
export function RunAgain({ jobs }: { jobs: readonly JobDocument[] }) {
  const startJob = useStartJob()
  const kinds = distinct(jobs)
  if (kinds.length === 0) return null
  return (
    <ChipRow label={texts.runAgain}>
      {kinds.map(({ job, input, step }, at) => (
        <button
          key={selfHref(job)}
          type="button"
          title={fill(texts.runNamedAgain, job.properties.Name)}
          onClick={() => startJob({ job: selfHref(job) })}
          className={clsx(CHIP, at >= NARROW_BUTTONS_MAX && 'max-xl:hidden')}
        >
          <MiddleTruncate text={input} className="max-w-64 min-w-16" />
          <ArrowRight className="icon-sm mx-[3px] text-ink-3" />
          <b className="max-w-40 flex-none truncate font-medium text-ink">{step}</b>
        </button>
      ))}
    </ChipRow>
  )
}

function distinct(jobs: readonly JobDocument[]) {
  const seen = new Set<string>()
  return jobs
    .flatMap((job) => {
      const { inputs } = flowOf(job)
      const step = job.properties.Processing?.Title
      const input = inputs.length > 1 ? plural(inputs.length, 'file') : inputs[0]?.name
      if (!step || !input || seen.has(`${input}\n${step}`)) return []
      seen.add(`${input}\n${step}`)
      return [{ job, input, step }]
    })
    .slice(0, BUTTONS_MAX)
}
