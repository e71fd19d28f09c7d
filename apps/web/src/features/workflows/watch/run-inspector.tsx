import { useQuery } from '@tanstack/react-query'
import { InspectorSection } from '#components/ui/inspector.tsx'
import type { ExecutionNode } from '#features/executions/executions.queries.ts'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { hrefOf } from '#lib/siren.ts'
import { JobOutputs } from '../editor/job-outputs.tsx'
import { useConfiguratorViews } from '../editor/views.ts'
import * as texts from './texts.ts'
import type { WatchedRun } from './use-watched-run.ts'

/** Details of the selected node of the watched execution, with its outputs. */
export function RunInspector({ run, selected }: { run: WatchedRun; selected: string | undefined }) {
  const views = useConfiguratorViews()
  const node = run.nodes?.find(({ properties }) => properties.Id === selected)
  if (run.href === undefined || !views) return null
  return (
    <>
      {views.node(run.href, node, run.now)}
      {node?.properties.State === 'Completed' ? <Results key={node.properties.Id} node={node} /> : null}
    </>
  )
}

function Results({ node }: { node: ExecutionNode }) {
  const href = hrefOf(node, 'Job')
  const { data: job } = useQuery({ ...jobQueries.detail(href ?? ''), enabled: href !== undefined })
  if (!job) return null
  return (
    <InspectorSection title={texts.results}>
      <JobOutputs job={job} />
    </InspectorSection>
  )
}
