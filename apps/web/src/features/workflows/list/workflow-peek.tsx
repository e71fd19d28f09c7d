import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { titleOfFile } from '@millrace/workflows/file-title'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Facts, InspectorSection } from '#components/ui/inspector.tsx'
import { PeekPanel } from '#components/ui/peek-panel.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { Time } from '#components/ui/time.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { shownState } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { useValue, type Value } from '#lib/value.ts'
import { versionOf } from '../workflow-tags.ts'
import * as texts from './texts.ts'
import { useWorkflowContent, WorkflowPicture } from './workflow-picture.tsx'

const SHOWN_EXECUTIONS = 5

interface WorkflowPeekProps {
  items: readonly WorkDataDocument[]
  cursor: Value<string | undefined>
  onClose: () => void
}

/** A panel beside the list with the workflow under the cursor: its graph, its variables and its last executions. */
export function WorkflowPeek({ items, cursor, onClose }: WorkflowPeekProps) {
  const active = useValue(cursor)
  const file = items.find((item) => selfHref(item) === active)
  return file ? <Peek key={active} file={file} onClose={onClose} /> : null
}

function Peek({ file, onClose }: { file: WorkDataDocument; onClose: () => void }) {
  const { Name, Tags } = file.properties
  const title = titleOfFile(Name)
  const definition = useWorkflowContent(file).data?.definition
  return (
    <PeekPanel
      name={title}
      head={<span className="text-xs text-ink-2">{fill(texts.versionNumber, versionOf(Tags))}</span>}
      onClose={onClose}
    >
      <Link
        to="/workflows/configurator"
        search={{ workflowLink: encodeLink(selfHref(file)) }}
        className="block text-lg font-semibold wrap-anywhere hover:underline"
      >
        {title}
      </Link>
      {definition?.description ? <p className="text-ink-2 wrap-anywhere">{definition.description}</p> : null}
      <div className="overflow-hidden rounded-lg border border-line *:border-b-0">
        <WorkflowPicture file={file} />
      </div>
      {definition ? <Variables definition={definition} /> : null}
      <LastExecutions file={file} />
    </PeekPanel>
  )
}

function Variables({ definition: { variables = {} } }: { definition: WorkflowDefinition }) {
  const facts = Object.entries(variables).map(([name, schema]) => {
    const { title, default: value } = schema as { title?: string; default?: unknown }
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [title ?? name, text ?? texts.noDefault] as const
  })
  if (facts.length === 0) return null
  return (
    <InspectorSection title={texts.variables}>
      <Facts facts={facts} />
    </InspectorSection>
  )
}

function LastExecutions({ file }: { file: WorkDataDocument }) {
  const { data } = useQuery(
    jobQueries.list({
      Pagination: { PageSize: SHOWN_EXECUTIONS, PageOffset: 0 },
      SortBy: { PropertyName: 'CreatedAt', SortType: 'Descending' },
      Filter: { WorkDataUrl: selfHref(file), IsSubJob: false },
      IncludeRemainingTags: false,
    }),
  )
  const jobs = data?.jobs ?? []
  if (jobs.length === 0) return null
  return (
    <InspectorSection title={texts.lastExecutions}>
      <ul className="grid gap-1.5">
        {jobs.map((job) => (
          <li key={selfHref(job)} className="flex min-w-0 items-center gap-2">
            <StateIcon state={shownState(job.properties)} />
            <Link
              to="/workflows/executions/$details"
              params={{ details: encodeLink(selfHref(job)) }}
              className="min-w-0 flex-1 truncate hover:underline"
            >
              {job.properties.Name}
            </Link>
            <Time at={job.properties.CreatedAt} className="cell-time flex-none text-xs text-ink-3" />
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}
