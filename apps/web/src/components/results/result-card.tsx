import { Link } from '@tanstack/react-router'
import { FileIcon, typeLabel } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { splitJobName } from '#components/ui/split-name.ts'
import { Time } from '#components/ui/time.tsx'
import { formatBytes } from '#lib/format.ts'
import type { WorkDataDocument } from '#lib/job-facts.ts'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { PictureOf } from './picture.ts'

/** A card that links to a result: its picture, its name and its time. */
export function ResultCard({ data, Picture }: { data: WorkDataDocument; Picture: PictureOf }) {
  const { Name, MediaType, SizeInBytes, CreatedAt, ProducedByName } = data.properties
  return (
    <Link
      to="/workdata/explorer/$details"
      params={{ details: encodeLink(selfHref(data)) }}
      className="group block overflow-hidden rounded-lg border border-line bg-surface hover:border-line-strong"
    >
      <div className="h-[148px] overflow-hidden border-b border-line" aria-hidden="true">
        <Picture data={data} size="card" />
      </div>
      <div className="px-3 pt-[9px] pb-2.5">
        <div className="flex items-center gap-1.5">
          <FileIcon mediaType={MediaType} />
          <MiddleTruncate text={Name} className="font-medium group-hover:text-accent" />
        </div>
        <div className="mt-0.5 truncate text-xs text-ink-3">
          {typeLabel(MediaType)}, {formatBytes(SizeInBytes)} · <Time at={CreatedAt} />
        </div>
        {ProducedByName === undefined ? null : (
          <MiddleTruncate text={ProducedByName} ends={splitJobName(ProducedByName)} className="text-xs text-ink-3" />
        )}
      </div>
    </Link>
  )
}
