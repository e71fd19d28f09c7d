import { Link } from '@tanstack/react-router'
import type { PictureOf } from '#components/results/picture.ts'
import { FileIcon, typeLabel } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Time } from '#components/ui/time.tsx'
import { encodeLink } from '#lib/link-code.ts'
import { selfHref } from '#lib/siren.ts'
import type { WorkDataDocument } from './dashboard.queries.ts'

/** A result at full size, which can be zoomed in place. */
export function FigureCard({ data, Picture }: { data: WorkDataDocument; Picture: PictureOf }) {
  const { Name, MediaType, CreatedAt } = data.properties
  return (
    <article className="grid grid-rows-[minmax(300px,1fr)_auto] overflow-hidden rounded-lg border border-line">
      <div className="flex min-h-0 flex-col border-b border-line">
        <Picture data={data} size="large" />
      </div>
      <div className="px-3 pt-[9px] pb-2.5">
        <Link
          to="/workdata/explorer/$details"
          params={{ details: encodeLink(selfHref(data)) }}
          className="flex items-center gap-1.5 rounded-sm font-medium hover:text-accent"
        >
          <FileIcon mediaType={MediaType} />
          <MiddleTruncate text={Name} />
        </Link>
        <div className="mt-0.5 truncate text-xs text-ink-3">
          <Time at={CreatedAt} className="cell-time" /> · {typeLabel(MediaType)}
        </div>
      </div>
    </article>
  )
}
