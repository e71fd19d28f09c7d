import { isTerminal } from '@millrace/contracts/job-states'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { executionQueries } from '#features/executions/executions.queries.ts'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { hrefOf } from '#lib/siren.ts'
import { useNow } from '#lib/use-now.ts'

export type WatchedRun = ReturnType<typeof useWatchedRun>

/** State of the execution whose node states are shown on the canvas, if there is one. */
export function useWatchedRun() {
  const [href, setHref] = useState<string>()
  const { data: job } = useQuery({ ...jobQueries.detail(href ?? ''), enabled: href !== undefined })
  const { data: execution } = useQuery(executionQueries.detail(href ?? '', job && hrefOf(job, 'Execution')))
  const now = useNow(1000, job !== undefined && !isTerminal(job.properties.State))
  const nodes = href === undefined ? undefined : execution?.nodes
  const states = useMemo(
    () => nodes && { nodes: new Map(nodes.map(({ properties }) => [properties.Id, properties])), now },
    [nodes, now],
  )
  return {
    href,
    job: href === undefined ? undefined : job,
    nodes,
    states,
    counts: href === undefined ? undefined : execution?.document.properties,
    now,
    watch: setHref,
    stop: () => setHref(undefined),
  }
}
