import { MEDIA } from '@millrace/contracts/media-types'
import { isSweepTag } from '@millrace/contracts/sweep-tags'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { AddTag } from '#components/ui/add-tag.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { FileTile, typeLabel } from '#components/ui/file-icon.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { Time } from '#components/ui/time.tsx'
import { jobQueries } from '#features/jobs/jobs.queries.ts'
import { isText, previewQueries } from '#features/previews/previews.queries.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatCount, formatEstimate, plural } from '#lib/format.ts'
import { useKeys } from '#lib/keys.ts'
import { encodeLink } from '#lib/link-code.ts'
import { actionOf, hrefOf, selfHref } from '#lib/siren.ts'
import { usePhone } from '#lib/use-media.ts'
import { useStartJob } from '#lib/use-start-job.ts'
import { FileTagsDialog } from '../file-tags-dialog.tsx'
import type { WorkDataDocument } from '../work-data.queries.ts'
import { WorkDataMenu } from '../work-data-menu.tsx'
import * as texts from './texts.ts'
import { VersionNote } from './versions.tsx'
import { WorkDataTitle } from './work-data-title.tsx'

interface WorkDataHeadProps {
  file: WorkDataDocument
  onDeleted: () => void
}

export function WorkDataHead({ file, onDeleted }: WorkDataHeadProps) {
  const isPhone = usePhone()
  return (
    <PageHead
      once
      lead={isPhone ? null : <FileTile mediaType={file.properties.MediaType} size={32} />}
      // Phones have Rename in the menu.
      title={isPhone ? file.properties.Name : <WorkDataTitle file={file} />}
      actions={<Verbs file={file} onDeleted={onDeleted} />}
      meta={<Meta file={file} />}
    />
  )
}

function Verbs({ file, onDeleted }: WorkDataHeadProps) {
  const startJob = useStartJob()
  const download = useRef<HTMLAnchorElement>(null)
  const href = hrefOf(file, 'Download')
  const { IsForeign } = file.properties
  const start = () => !IsForeign && startJob({ data: [selfHref(file)] })
  useKeys({ n: start, 'mod+enter': start, d: () => download.current?.click() })
  return (
    <>
      <span className="phone:hidden">
        <CopyButton words="wide" isLink text={location.href} label={texts.copyLink} />
      </span>
      {href ? (
        <a ref={download} href={href} download={file.properties.Name} className={buttonClass({})}>
          <Download /> {texts.download}
        </a>
      ) : null}
      {IsForeign ? null : (
        <Button data-fill variant="primary" icon={<Play />} onClick={start} className="phone:flex-1">
          {texts.startJobWithThisFile}
        </Button>
      )}
      <WorkDataMenu file={file} big onDeleted={onDeleted} />
    </>
  )
}

function Meta({ file }: { file: WorkDataDocument }) {
  const [editing, setEditing] = useState(false)
  const { MediaType, SizeInBytes, Tags, Hidden, IsForeign, OwnerName } = file.properties
  const editTags = actionOf(file, 'EditTags')
  return (
    <>
      <span>
        {typeLabel(MediaType)}, {formatBytes(SizeInBytes)}
      </span>
      <Shape file={file} />
      <Origin file={file} />
      <VersionNote file={file} />
      {IsForeign && OwnerName ? <span>{fill(texts.belongsTo, OwnerName)}</span> : null}
      {Hidden ? <span className="text-ink-3">{texts.hiddenFromLists}</span> : null}
      {Tags.filter((tag) => !isSweepTag(tag)).map((tag) => (
        <Tag key={tag} text={tag} />
      ))}
      {editTags ? <AddTag onClick={() => setEditing(true)} /> : null}
      {editing && editTags ? <FileTagsDialog file={file} action={editTags} onClose={() => setEditing(false)} /> : null}
    </>
  )
}

function Shape({ file }: { file: WorkDataDocument }) {
  const { data } = useQuery(previewQueries.tableOf(file))
  const whole = useQuery(previewQueries.whole(data && hrefOf(data, 'Whole')))
  const preview = whole.data ?? data
  if (!preview || isText(preview)) return null
  const { TotalRows, TotalIsEstimated, TotalColumns } = preview.properties
  const isMap = file.properties.MediaType === MEDIA.geojson
  const one = isMap ? 'feature' : 'row'
  return (
    <span>
      {TotalIsEstimated ? formatEstimate(TotalRows) : formatCount(TotalRows)} {TotalRows === 1 ? one : `${one}s`}
      {isMap ? null : ` × ${plural(TotalColumns, 'column')}`}
    </span>
  )
}

function Origin({ file }: { file: WorkDataDocument }) {
  const jobHref = hrefOf(file, 'ProducedByJob')
  const { data: job } = useQuery({ ...jobQueries.detail(jobHref ?? ''), enabled: jobHref !== undefined })
  const { CreatedAt, CreatedByName, Kind } = file.properties
  return (
    <span className="flex max-w-full min-w-0 text-ink-3">
      <span className="flex-none">
        {Kind === 'ClientUpload' ? texts.uploaded : texts.created}
        <Time at={CreatedAt} />
        {(jobHref && job) || CreatedByName ? ' by\u00a0' : ''}
      </span>
      {jobHref && job ? (
        <Link
          to="/jobs/$details"
          params={{ details: encodeLink(jobHref) }}
          dir="auto"
          title={job.properties.Name}
          className="max-w-96 min-w-0 truncate rounded-sm text-left text-accent hover:underline"
        >
          {job.properties.Name}
        </Link>
      ) : (
        <bdi title={CreatedByName ?? undefined} className="max-w-96 min-w-0 truncate">
          {CreatedByName}
        </bdi>
      )}
    </span>
  )
}
