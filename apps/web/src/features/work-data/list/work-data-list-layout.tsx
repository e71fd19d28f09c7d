import { KIND_LABELS } from '@millrace/contracts/texts'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { typeLabel } from '#components/ui/file-icon.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { type Column, type ListLayout, shownColumns } from '#components/ui/list-columns.ts'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { splitJobName } from '#components/ui/split-name.ts'
import { RowTags } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { addressOf, foldedSweep, itemsOf } from '#lib/fold-sweeps.ts'
import { formatBytes, plural } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { hrefOf, selfHref } from '#lib/siren.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { WorkDataMenu } from '../work-data-menu.tsx'
import { FileFold, filesIn, jobsOf } from './file-fold.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'
import type { ListedFile } from './fold-files.ts'
import * as texts from './texts.ts'

/** Loaded on demand, because few lists have sweeps. */
const PhoneFold = lazy(() => import('#components/ui/fold-button.tsx').then((module) => ({ default: module.PhoneFold })))

export function workDataListLayout(chosen: string | undefined, onTag: (tag: string) => void): ListLayout<ListedFile> {
  return {
    columns: shownColumns(workDataColumns(onTag), chosen),
    address: addressOf,
    keyOf: selfHref,
    nameOf: ({ properties }) => properties.Name,
    page: '/workdata/explorer/$details',
    phone: (file) => <PhoneFile file={file} />,
    phoneAside: ({ fold }) =>
      fold ? (
        <Suspense>
          <PhoneFold fold={fold} count={filesIn(fold)} />
        </Suspense>
      ) : null,
    verbs: (file) =>
      foldedSweep(file) === undefined ? (
        <>
          {file.properties.IsForeign ? null : <StartButton file={file} />}
          <WorkDataMenu file={file} />
        </>
      ) : null,
  }
}

export function workDataColumns(onTag: (tag: string) => void): Column<ListedFile>[] {
  return [
    {
      id: 'name',
      head: texts.name,
      skeleton: 'tile',
      required: true,
      sort: { by: 'Name' },
      cell: (file) => <FileName file={file} onTag={onTag} />,
      values: ({ properties }) => ({ Name: properties.Name, Tags: properties.Tags.join('; ') }),
    },
    ...FACTS,
  ]
}

const FACTS: Column<ListedFile>[] = [
  {
    id: 'type',
    head: texts.type,
    width: 'w-24 xl:w-28 @max-4xl/table:w-20',
    className: 'text-ink-2',
    sort: { by: 'MediaType' },
    title: (file) => typesOf(file).join(', '),
    cell: (file) => <Types types={typesOf(file)} />,
    values: ({ properties }) => ({ 'Media type': properties.MediaType }),
  },
  {
    id: 'size',
    head: texts.size,
    width: 'w-24 @max-4xl/table:w-21',
    className: 'text-ink-2',
    right: true,
    sort: { by: 'SizeInBytes', first: 'Descending' },
    cell: ({ properties }) => formatBytes(properties.SizeInBytes),
    values: ({ properties }) => ({ 'Size in bytes': properties.SizeInBytes }),
  },
  {
    id: 'kind',
    // Hidden by default, because the tabs already filter by kind.
    extra: true,
    head: texts.kind,
    width: 'w-24',
    className: 'text-ink-2',
    sort: { by: 'Kind' },
    cell: ({ properties }) => KIND_LABELS[properties.Kind],
    values: ({ properties }) => ({ Kind: KIND_LABELS[properties.Kind] }),
  },
  {
    id: 'job',
    head: texts.job,
    width: 'w-48 min-[88rem]:w-72',
    className: 'text-ink-2',
    title: ({ properties }) => properties.ProducedByName,
    cell: (file) => <JobOf file={file} />,
    values: ({ properties }) => ({ Job: properties.ProducedByName }),
  },
  {
    id: 'created',
    head: texts.created,
    width: 'w-32 @max-4xl/table:w-26',
    className: 'text-ink-2',
    sort: { by: 'CreatedAt', first: 'Descending' },
    cell: ({ properties }) => <Time at={properties.CreatedAt} />,
    values: ({ properties }) => ({ Created: properties.CreatedAt }),
  },
  {
    id: 'by',
    skeleton: 'avatar',
    head: texts.by,
    width: 'w-16',
    className: 'max-xl:hidden',
    right: true,
    cell: ({ properties: { CreatedByName } }) =>
      CreatedByName ? (
        <span title={CreatedByName}>
          <Avatar name={CreatedByName} />
        </span>
      ) : null,
    values: ({ properties }) => ({ By: properties.CreatedByName }),
  },
]

function FileName({ file, onTag }: { file: ListedFile; onTag: (tag: string) => void }) {
  const { Name, Tags, Hidden, Version } = file.properties
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <FileThumbnail file={file} />
      <Link
        to={addressOf(file) ?? `/workdata/explorer/${encodeLink(selfHref(file))}`}
        className="flex min-w-0 font-medium hover:underline"
      >
        <MiddleTruncate text={Name} />
      </Link>
      <FileFold file={file} />
      {Version === undefined ? null : (
        <span className="flex-none text-xs text-ink-3">{fill(texts.version, Version)}</span>
      )}
      <RowTags tags={Tags} onTag={onTag} />
      {Hidden ? <span className="text-xs text-ink-3">{texts.hidden}</span> : null}
    </span>
  )
}

export function typesOf(row: ListedFile): string[] {
  return [...new Set(itemsOf<WorkDataDocument>(row).map(({ properties }) => typeLabel(properties.MediaType)))]
}

function Types({ types }: { types: readonly string[] }) {
  const all = types.join(', ')
  if (types.length < 2) return all
  return (
    <>
      <span className="@max-4xl/table:hidden">{all}</span>
      <span className="hidden @max-4xl/table:inline">{plural(types.length, 'type')}</span>
    </>
  )
}

/** Names the job, because results of the same step often have the same name. */
function JobOf({ file }: { file: ListedFile }) {
  if (foldedSweep(file) !== undefined) return jobsOf(file)
  const href = hrefOf(file, 'ProducedByJob')
  const { Kind, ProducedByName } = file.properties
  if (Kind === 'ClientUpload') return <span className="text-ink-3">{KIND_LABELS.ClientUpload}</span>
  if (!href || ProducedByName === undefined) return null
  return (
    <Link
      to="/jobs/$details"
      params={{ details: encodeLink(href) }}
      dir="auto"
      className="block truncate text-left hover:text-accent hover:underline"
    >
      <MiddleTruncate text={ProducedByName} ends={splitJobName(ProducedByName)} />
    </Link>
  )
}

function StartButton({ file }: { file: ListedFile }) {
  const startJob = useStartJob()
  return (
    <IconButton
      size="sm"
      label={fill(texts.startAJobWith, file.properties.Name)}
      icon={<Play />}
      onClick={() => startJob({ data: [selfHref(file)] })}
    />
  )
}

function PhoneFile({ file }: { file: ListedFile }) {
  const { Name, SizeInBytes, CreatedAt, Version, ProducedByName } = file.properties
  return (
    <>
      <FileThumbnail file={file} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <MiddleTruncate text={Name} className="flex-1 text-md font-medium" />
          <Time at={CreatedAt} className="cell-time flex-none text-xs text-ink-3" />
        </span>
        <span className={clsx('flex min-w-0 text-xs whitespace-pre text-ink-3', file.fold && 'beside-fold')}>
          <span className="flex-none">
            {typesOf(file).join(', ')}, {formatBytes(SizeInBytes)}
            {Version === undefined ? '' : `, version ${Version}`}
            {ProducedByName === undefined ? '' : ' · '}
          </span>
          {ProducedByName === undefined ? null : (
            <MiddleTruncate text={ProducedByName} ends={splitJobName(ProducedByName)} />
          )}
        </span>
      </span>
    </>
  )
}
