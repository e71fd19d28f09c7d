import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/ui/button.tsx'
import { ErrorView } from '#components/ui/error-view.tsx'
import { SkeletonRows } from '#components/ui/skeleton.tsx'
import { workDataQueries } from '#features/work-data/work-data.queries.ts'
import { decodeLink, encodeLink } from '#lib/link-code.ts'
import { usePage } from '#lib/page.ts'
import { titleOfFile } from '../workflow-name.ts'
import { workflowQueries } from '../workflows.queries.ts'
import { BrokenWorkflow } from './broken-workflow.tsx'
import { WorkflowReader } from './workflow-reader.tsx'

/** A workflow: its graph, its steps and their parameters. */
export function ConfiguratorScreen({ link }: { link: string | undefined }) {
  const href = link === undefined ? undefined : hrefOfLink(link)
  if (link !== undefined && href === undefined) return <Lost error={new Error('The link is broken.')} />
  return <LoadedWorkflow key={href} href={href ?? ''} />
}

/** The link may be a code, or the URL of the work data. */
function hrefOfLink(link: string): string | undefined {
  return decodeLink(link) ?? (URL.canParse(link) ? decodeLink(encodeLink(link)) : undefined)
}

function LoadedWorkflow({ href }: { href: string }) {
  const file = useQuery(workDataQueries.detail(href))
  const content = useQuery({
    ...workflowQueries.content(file.data ?? ({ links: [], properties: { SizeInBytes: 0 } } as never)),
    enabled: file.data !== undefined,
  })
  const title = content.data?.definition?.title ?? (file.data ? titleOfFile(file.data.properties.Name) : 'Workflow')
  usePage([{ label: 'Workflows', to: '/workflows/explorer' }, { label: title }])
  const error = file.error ?? content.error
  if (error) return <Lost error={error} onRetry={() => void (file.error ? file : content).refetch()} />
  if (!file.data || !content.data) return <SkeletonRows rows={10} />
  if (!content.data.definition) return <BrokenWorkflow title={title} content={content.data} />
  return <WorkflowReader file={file.data} definition={content.data.definition} />
}

function Lost({ error, onRetry }: { error: Error; onRetry?: () => void }): ReactNode {
  return (
    <>
      <ErrorView title="The workflow could not be opened" error={error} {...(onRetry ? { onRetry } : {})} />
      <p className="pl-12">
        <ButtonLink to="/workflows/explorer">Back to explorer</ButtonLink>
      </p>
    </>
  )
}
