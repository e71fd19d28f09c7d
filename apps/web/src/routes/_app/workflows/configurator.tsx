import { createFileRoute } from '@tanstack/react-router'
import { ConfiguratorScreen } from '#features/workflows/editor/configurator-screen.tsx'

export const Route = createFileRoute('/_app/workflows/configurator')({
  validateSearch: (search: { workflowLink?: unknown }): { workflowLink?: string } =>
    typeof search.workflowLink === 'string' && search.workflowLink ? { workflowLink: search.workflowLink } : {},
  component: ConfiguratorPage,
})

function ConfiguratorPage() {
  const { workflowLink } = Route.useSearch()
  return <ConfiguratorScreen link={workflowLink} />
}
