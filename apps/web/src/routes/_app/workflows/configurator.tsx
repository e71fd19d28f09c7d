import { createFileRoute } from '@tanstack/react-router'
import { ConfiguratorScreen } from '#features/workflows/editor/configurator-screen.tsx'

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

function ConfiguratorPage() {
  const { workflowLink, fromJob } = Route.useSearch()
  return <ConfiguratorScreen link={workflowLink} fromJob={fromJob} />
}
