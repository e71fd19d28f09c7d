import { titleOfFile } from '@millrace/workflows/file-title'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Monitor } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { AskForAccess } from '#components/access-requests/ask-for-access.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageError } from '#components/ui/error-view.tsx'
import { type WorkDataDocument, workDataQueries } from '#features/work-data/work-data.queries.ts'
import { decodeLink, encodeLink } from '#lib/link-code.ts'
import { isNotFound } from '#lib/not-found.ts'
import { usePage } from '#lib/page.ts'
import { selfHref } from '#lib/siren.ts'
import { useNarrow } from '#lib/use-media.ts'
import { type Draft, emptyDraft } from '../document/draft.ts'
import { useWorkflowFromJobs } from '../lineage/use-workflow-from-jobs.ts'
import { ownTags } from '../workflow-tags.ts'
import { workflowQueries } from '../workflows.queries.ts'
import { BrokenWorkflow } from './broken-workflow.tsx'
import { EditorPending } from './editor-pending.tsx'
import { type EditorAddress, firstSession, sessionAt } from './editor-session.ts'
import * as texts from './texts.ts'
import { WorkflowReader } from './workflow-reader.tsx'

const WorkflowEditor = lazy(() => import('./workflow-editor.tsx'))

/** The screen to build, check and start a workflow: a new one, one made from jobs, or the one that the URL links to. */
export function ConfiguratorScreen(address: EditorAddress) {
  const { link, continues } = address
  const navigate = useNavigate()
  const [kept, setSession] = useState(() => firstSession(address))
  const session = sessionAt(kept, address)
  if (session !== kept) setSession(session)

  function move(next: EditorAddress) {
    setSession((before) => ({ ...before, own: [...before.own, next] }))
    const search = {
      ...(next.link !== undefined && { workflowLink: next.link }),
      ...(next.continues !== undefined && { continues: next.continues }),
    }
    void navigate({ to: '/workflows/configurator', search, replace: true })
  }

  const onSaved = (file: WorkDataDocument) => move({ link: encodeLink(selfHref(file)), fromJobs: undefined, continues })

  const href = link === undefined ? undefined : hrefOfLink(link)
  if (link !== undefined && href === undefined) return <Lost error={new Error(texts.linkIsBroken)} />
  // A new workflow keeps its editor after it is saved, so that the selection and the history survive.
  const { began, number } = session
  const jobHrefs = began.fromJobs?.split(',').flatMap((code) => decodeLink(code) ?? []) ?? []
  if (began.link === undefined && jobHrefs.length > 0) {
    return (
      <Suspense fallback={<EditorPending />}>
        <WorkflowFromJobs key={number} jobHrefs={jobHrefs} href={href} onSaved={onSaved} />
      </Suspense>
    )
  }
  if (began.link === undefined || href === undefined) return <NewWorkflow key={number} href={href} onSaved={onSaved} />
  return (
    <OpenWorkflow
      key={number}
      href={href}
      onSaved={onSaved}
      continues={continues && decodeLink(continues)}
      onContinuesNothing={() => continues !== undefined && move({ ...address, continues: undefined })}
    />
  )
}

/** Returns the work data URL that a link contains, as a link code or as it is. Undefined if the link is invalid. */
function hrefOfLink(link: string): string | undefined {
  return decodeLink(link) ?? (URL.canParse(link) ? decodeLink(encodeLink(link)) : undefined)
}

interface SessionProps {
  onSaved: (file: WorkDataDocument) => void
}

interface NewWorkflowProps extends SessionProps {
  /** URL of the workflow. Undefined until the workflow is saved. */
  href: string | undefined
}

function WorkflowFromJobs({ jobHrefs, ...rest }: NewWorkflowProps & { jobHrefs: readonly string[] }) {
  const origin = jobHrefs.map((href) => new URL(href).pathname).join()
  return <NewWorkflow first={useWorkflowFromJobs(jobHrefs)} origin={origin} {...rest} />
}

function NewWorkflow({ first, origin, href, onSaved }: NewWorkflowProps & { first?: Draft; origin?: string }) {
  const isNarrow = useNarrow()
  const opened = useMemo(() => ({ file: undefined, draft: first ?? emptyDraft(), tags: [] }), [first])
  const { data: file } = useQuery({ ...workDataQueries.detail(href ?? ''), enabled: href !== undefined })
  const title = file ? titleOfFile(file.properties.Name) : texts.newWorkflow
  usePage([{ label: texts.workflows, to: '/workflows/explorer' }, { label: title }])
  if (isNarrow && href !== undefined) return <OpenWorkflow href={href} onSaved={onSaved} />
  if (isNarrow) {
    return (
      <EmptyState
        icon={Monitor}
        title={texts.useALargerScreen}
        action={<ButtonLink to="/workflows/explorer">{texts.openWorkflows}</ButtonLink>}
      >
        {texts.builtOnALargerScreen}
      </EmptyState>
    )
  }
  return (
    <Suspense fallback={<EditorPending />}>
      <WorkflowEditor opened={opened} {...(origin !== undefined && { origin })} onSaved={onSaved} />
    </Suspense>
  )
}

interface OpenWorkflowProps extends SessionProps {
  href: string
  continues?: string | undefined
  onContinuesNothing?: () => void
}

function OpenWorkflow({ href, ...rest }: OpenWorkflowProps) {
  const isNarrow = useNarrow()
  const file = useQuery(workDataQueries.detail(href))
  const content = useQuery({ ...workflowQueries.contentOf(file.data) })
  const title = content.data?.definition?.title ?? (file.data ? titleOfFile(file.data.properties.Name) : 'Workflow')
  usePage([{ label: texts.workflows, to: '/workflows/explorer' }, { label: title }])
  const error = file.error ?? content.error
  if (error && !content.data)
    return <Lost href={href} error={error} onRetry={() => void (file.error ? file : content).refetch()} />
  if (!file.data || !content.data) return <EditorPending />
  const { definition } = content.data
  if (!definition) return <BrokenWorkflow title={title} content={content.data} />
  if (isNarrow) return <WorkflowReader file={file.data} definition={definition} />
  const opened = { file: file.data, draft: definition, tags: ownTags(file.data.properties.Tags) }
  return (
    <Suspense fallback={<EditorPending />}>
      <WorkflowEditor opened={opened} {...rest} />
    </Suspense>
  )
}

function Lost({ error, onRetry, href }: { error: Error; onRetry?: () => void; href?: string }): ReactNode {
  const back = <ButtonLink to="/workflows/explorer">{texts.backToWorkflows}</ButtonLink>
  const mayAsk = isNotFound(error) && href !== undefined
  return (
    <>
      <PageError level={1} title={texts.theWorkflowCouldNotBeOpened} error={error} onRetry={onRetry}>
        {mayAsk ? null : back}
      </PageError>
      {mayAsk ? <AskForAccess href={href} back={back} /> : null}
    </>
  )
}
