import { sameJson } from '@millrace/parameters/pointer'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Parameters } from '#components/schema-form/defaults.ts'
import { Button } from '#components/ui/button.tsx'
import { type JobDocument, jobQueries } from '#features/jobs/jobs.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatTotal } from '#lib/format.ts'
import { parametersOf } from '#lib/job-facts.ts'
import { groupQuery } from '#lib/job-groups.ts'
import { useRunAgain } from '#lib/run-again.ts'
import { hrefOf } from '#lib/siren.ts'
import { toast } from '#lib/toast.ts'
import * as texts from './texts.ts'

interface FixGroupProps {
  job: JobDocument
  /** The parameters to correct. */
  names: readonly string[]
  /** All parameters, including the corrected ones. */
  value: Parameters
  disabled: boolean
}

/** Button that reruns, with the corrected value, all jobs in which the same value failed for the same cause. */
export function FixGroup({ job, names, value, disabled }: FixGroupProps) {
  const group = { Cause: job.properties.Cause ?? '', StepUrl: hrefOf(job, 'SelectedProcessingStep') ?? '' }
  const { data } = useQuery({ ...jobQueries.list(groupQuery(group, 1)), enabled: group.Cause !== '' })
  const only = (parameters: Parameters) =>
    Object.fromEntries(Object.entries(parameters).filter(([name]) => names.includes(name)))
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const runAgain = useRunAgain()
  const fix = useMutation({
    mutationFn: async () => {
      const { jobs } = await queryClient.fetchQuery({ ...jobQueries.whole(groupQuery(group, 1)), staleTime: 0 })
      const wrong = only(parametersOf(job.properties))
      const alike = jobs.filter((other) => sameJson(only(parametersOf(other.properties)), wrong))
      await runAgain(alike, only(value))
      return { started: alike.length, left: jobs.length - alike.length }
    },
    onSuccess: ({ started, left }) => {
      const text = started === 1 ? '1 job started again' : fill(texts.jobsStartedAgain, started)
      const others = left === 1 ? texts.otherNotChanged : fill(texts.othersNotChanged, left)
      toast.success(text, left > 0 ? { description: others } : {})
      void navigate({ to: '/jobs', search: { tab: 'in-progress' } })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobQueries.all }),
  })
  const count = data?.TotalEntities ?? 0
  if (count < 2) return null
  return (
    <Button disabled={disabled || fix.isPending} working={fix.isPending} onClick={() => fix.mutate()}>
      {fill(texts.fixAndRunAllAgain, formatTotal(count))}
    </Button>
  )
}
