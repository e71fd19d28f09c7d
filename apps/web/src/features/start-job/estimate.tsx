import { useQuery } from '@tanstack/react-query'
import { earlierRunsQuery } from '#features/processing-steps/detail/step-jobs.queries.ts'
import { formatBytes, formatDuration } from '#lib/format.ts'
import { runEstimate } from '#lib/run-estimate.ts'
import { selfHref } from '#lib/siren.ts'
import type { StartPanel } from './use-start-panel.ts'

/** Shows how long earlier jobs of the step took, and how much memory they used. Renders nothing if that is unknown. */
export function Estimate({ panel }: { panel: StartPanel }) {
  const step = panel.step && selfHref(panel.step)
  const { data } = useQuery({ ...earlierRunsQuery(step ?? ''), enabled: step !== undefined })
  const size = panel.data.reduce((sum, file) => sum + file.sizeInBytes, 0)
  const estimate = data && runEstimate(data.jobs, size)
  if (!estimate) return null
  const { runs, memoryBytes } = estimate
  const [low, high] = [formatDuration(estimate.lowMs), formatDuration(estimate.highMs)]
  return (
    <p className="text-xs text-ink-2">
      {runs} earlier jobs with data of this size took {low === high ? low : `${low} to ${high}`}
      {memoryBytes === undefined ? null : ` and up to ${formatBytes(memoryBytes)} of memory`}.
    </p>
  )
}
