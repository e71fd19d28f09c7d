import { createFileRoute } from '@tanstack/react-router'
import { NodeInspector } from '#features/executions/detail/node-inspector.tsx'
import { WorkDataPreview } from '#features/previews/work-data-preview.tsx'
import { ConfiguratorScreen } from '#features/workflows/editor/configurator-screen.tsx'
import { type ConfiguratorViews, ConfiguratorViewsContext } from '#features/workflows/editor/views.ts'
import { deferredSearch } from '#lib/deferred-search.ts'
import { type SearchOf, searchReader, searchText } from '#lib/search-fields.ts'

const LONGEST = 4096

const ConfiguratorSearch = searchReader({
  workflowLink: searchText(LONGEST),
  /** Links of the jobs to turn into a workflow together with the jobs that they depend on, separated by commas. */
  fromJobs: searchText(LONGEST),
  /** The link of the execution’s job that the workflow continues. */
  continues: searchText(LONGEST),
})

export const Route = createFileRoute('/_app/workflows/configurator')({
  validateSearch: deferredSearch<SearchOf<typeof ConfiguratorSearch>>(),
  component: ConfiguratorPage,
})

const VIEWS: ConfiguratorViews = {
  node: (jobHref, node, now) => <NodeInspector jobHref={jobHref} node={node} now={now} />,
  file: (file) => <WorkDataPreview workData={file} />,
}

function ConfiguratorPage() {
  const { workflowLink, fromJobs, continues } = ConfiguratorSearch.parse(Route.useSearch())
  return (
    <ConfiguratorViewsContext value={VIEWS}>
      <ConfiguratorScreen link={workflowLink} fromJobs={fromJobs} continues={continues} />
    </ConfiguratorViewsContext>
  )
}
