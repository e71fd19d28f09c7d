import { titleOfFile } from '@millrace/workflows/file-title'
import { Link } from '@tanstack/react-router'
import { Workflow } from 'lucide-react'
import { Avatar } from '#components/ui/avatar.tsx'
import { type Column, type ListLayout, shownColumns } from '#components/ui/list-columns.ts'
import { TagList } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import type { WorkDataDocument } from '#features/work-data/work-data.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import { ownTags, versionOf } from '../workflow-tags.ts'
import { LastRun, LastRunText } from './last-run.tsx'
import * as texts from './texts.ts'
import { SORT_LABELS } from './workflow-list-search.ts'
import { WorkflowMenu } from './workflow-menu.tsx'
import { WorkflowStart } from './workflow-start.tsx'

interface Options {
  /** The ids of the visible columns, separated by dots. Undefined for the default columns. */
  chosen: string | undefined
  onTag: (tag: string) => void
  onStart: ((file: WorkDataDocument) => void) | undefined
}

const meta = 'text-ink-2'

export function workflowListLayout({ chosen, onTag, onStart }: Options): ListLayout<WorkDataDocument> {
  return {
    columns: shownColumns(workflowColumns(onTag), chosen),
    keyOf: selfHref,
    nameOf: ({ properties }) => titleOfFile(properties.Name),
    page: '/workflows/configurator',
    phone: (file) => <PhoneWorkflow file={file} />,
    verbs: (file) => (
      <>
        <WorkflowStart file={file} onStart={onStart} />
        <WorkflowMenu file={file} />
      </>
    ),
  }
}

/** Returns all columns of the list of workflows, including those hidden by default. */
export function workflowColumns(onTag: Options['onTag']): Column<WorkDataDocument>[] {
  return [
    {
      id: 'name',
      head: SORT_LABELS.Name,
      required: true,
      sort: { by: 'Name' },
      cell: (file) => <Name file={file} onTag={onTag} />,
      values: ({ properties: { Name: name, Tags } }) => ({ Name: titleOfFile(name), Tags: ownTags(Tags).join('; ') }),
    },
    {
      id: 'run',
      head: texts.lastRun,
      width: 'w-60',
      cell: (file) => <LastRun file={file} />,
      values: ({ properties: { LastExecution: run } }) => ({
        'Last run': run?.State ?? null,
        'Last run started': run?.StartedAt ?? null,
        'Last run ended': run?.CompletedAt ?? null,
      }),
    },
    {
      id: 'version',
      head: texts.version,
      width: 'w-24',
      className: meta,
      right: true,
      cell: ({ properties }) => versionOf(properties.Tags),
      values: ({ properties }) => ({ Version: versionOf(properties.Tags) }),
    },
    {
      id: 'size',
      head: SORT_LABELS.SizeInBytes,
      width: 'w-24',
      className: meta,
      right: true,
      sort: { by: 'SizeInBytes', first: 'Descending' },
      cell: ({ properties }) => formatBytes(properties.SizeInBytes),
      values: ({ properties }) => ({ 'Size in bytes': properties.SizeInBytes }),
    },
    {
      id: 'changed',
      head: SORT_LABELS.CreatedAt,
      width: 'w-36',
      className: meta,
      sort: { by: 'CreatedAt', first: 'Descending' },
      cell: ({ properties }) => <Time at={properties.CreatedAt} />,
      values: ({ properties }) => ({ 'Last edited': properties.CreatedAt }),
    },
    {
      id: 'by',
      skeleton: 'avatar',
      head: texts.by,
      width: 'w-24',
      right: true,
      cell: ({ properties: { CreatedByName } }) => (CreatedByName ? <Avatar name={CreatedByName} /> : null),
      values: ({ properties }) => ({ By: properties.CreatedByName }),
    },
  ]
}

function Name({ file, onTag }: { file: WorkDataDocument; onTag: (tag: string) => void }) {
  const { Tags, Hidden, Name: name } = file.properties
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Workflow className="text-ink-3" />
      <Link
        to="/workflows/configurator"
        search={{ workflowLink: encodeLink(selfHref(file)) }}
        className="truncate font-medium hover:underline"
      >
        {titleOfFile(name)}
      </Link>
      <TagList tags={ownTags(Tags)} onTag={onTag} />
      {Hidden ? <span className="text-xs text-ink-3">{texts.hidden}</span> : null}
    </span>
  )
}

function PhoneWorkflow({ file }: { file: WorkDataDocument }) {
  const { Name: name, CreatedAt, Tags } = file.properties
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate text-md font-medium">{titleOfFile(name)}</span>
      <span className="flex gap-3 text-xs text-ink-3">
        <span className="flex-1">{fill(texts.versionNumber, versionOf(Tags))}</span>
        <Time at={CreatedAt} className="cell-time" />
      </span>
      <span className="block text-xs">
        <LastRunText file={file} withCause />
      </span>
    </span>
  )
}
