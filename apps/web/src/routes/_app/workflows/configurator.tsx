import { createFileRoute } from '@tanstack/react-router'
import { NodeInspector } from '#features/executions/detail/node-inspector.tsx'
import { WorkDataPreview } from '#features/previews/work-data-preview.tsx'
import { ConfiguratorScreen } from '#features/workflows/editor/configurator-screen.tsx'
import { type ConfiguratorViews, ConfiguratorViewsContext } from '#features/workflows/editor/views.ts'

interface ConfiguratorSearch {
  workflowLink?: string
  /** A job that becomes a workflow, with the jobs before it. */
  fromJob?: string
}

export const Route = createFileRoute('/_app/workflows/configurator')({
  validateSearch: (search: Record<string, unknown>): ConfiguratorSearch => ({
    ...text(search, 'workflowLink'),
    ...text(search, 'fromJob'),
  }),
  component: ConfiguratorPage,
})

function text<Name extends string>(search: Record<string, unknown>, name: Name): { [key in Name]?: string } {
  const value = search[name]
  return (typeof value === 'string' && value ? { [name]: value } : {}) as { [key in Name]?: string }
}

const VIEWS: ConfiguratorViews = {
  node: (jobHref, node, now) => <NodeInspector jobHref={jobHref} node={node} now={now} />,
  file: (file) => <WorkDataPreview workData={file} />,
}

function ConfiguratorPage() {
  const { workflowLink, fromJob } = Route.useSearch()
  return (
    <ConfiguratorViewsContext value={VIEWS}>
      <ConfiguratorScreen link={workflowLink} fromJob={fromJob} />
    </ConfiguratorViewsContext>
  )
}
