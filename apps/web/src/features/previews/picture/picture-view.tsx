import type { PicturePreviewProperties } from '@millrace/contracts/previews'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { hrefOf } from '#lib/siren.ts'
import { ImageView } from '../image/image-view.tsx'
import { LoadedPreview } from '../loaded-preview.tsx'
import { NoPreview } from '../no-preview.tsx'
import { PageNumber } from '../page-number.tsx'
import { type PicturePreview, type PreviewedFile, previewQueries } from '../previews.queries.ts'
import * as texts from './texts.ts'

interface PictureViewProps {
  first: PicturePreview
  file: PreviewedFile
  views?: ReactNode
}

/** An image that the server converts page by page, with the facts from its header below it. */
export function PictureView({ first, file, views }: PictureViewProps) {
  const [page, setPage] = useState(first.properties.Page)
  const { data, error } = useQuery({
    ...previewQueries.page(first, page),
    enabled: page !== first.properties.Page,
    placeholderData: keepPreviousData,
  })
  const shown = page === first.properties.Page ? first : data
  const { TotalPages, Notes } = first.properties
  const href = hrefOf(shown ?? first, 'Picture')
  if (error) return <NoPreview file={file}>{error.message}</NoPreview>
  return (
    <>
      <ImageView
        href={href ?? ''}
        file={file}
        views={views}
        tools={TotalPages > 1 ? <PageTools page={page} pages={TotalPages} onPage={setPage} /> : null}
        facts={<span className="truncate">{pictureFacts((shown ?? first).properties)}</span>}
        fault={<PictureFault href={href ?? ''} file={file} />}
      />
      {Notes.map((note) => (
        <p key={note} className="flex-none border-t border-line px-6 py-1.5 text-xs text-ink-2 phone:px-4">
          {note}
        </p>
      ))}
    </>
  )
}

/** `page` is 0-based. */
function PageTools({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <>
      <IconButton
        size="sm"
        label={texts.previousPage}
        icon={<ChevronLeft />}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <PageNumber key={page} page={page + 1} pages={pages} onPage={(number) => onPage(number - 1)} />
      <IconButton
        size="sm"
        label={texts.nextPage}
        icon={<ChevronRight />}
        disabled={page === pages - 1}
        onClick={() => onPage(page + 1)}
      />
    </>
  )
}

/**
 * Requests the image again to show why the server could not convert it, because an image element doesn't report the
 * reason.
 */
function PictureFault({ href, file }: { href: string; file: PreviewedFile }) {
  return (
    <LoadedPreview query={previewQueries.wholeText(href)} file={file} kind="picture">
      {() => <NoPreview file={file}>{texts.imageNotShown}</NoPreview>}
    </LoadedPreview>
  )
}

function pictureFacts(picture: PicturePreviewProperties): string {
  const { Width, Height, Channels, BitsPerSample, SampleKind, Compression, ShownWidth, ShownHeight } = picture
  const facts = [
    fill(texts.pixels, formatCount(Width), formatCount(Height)),
    `${plural(BitsPerSample, 'bit')} per sample${SampleKind ? ` (${SampleKind})` : ''}`,
    plural(Channels, 'channel'),
  ]
  if (Compression) facts.push(Compression === 'none' ? 'not compressed' : fill(texts.compression, Compression))
  if (ShownWidth < Width) facts.push(`shown at ${formatCount(ShownWidth)} × ${formatCount(ShownHeight)}`)
  return facts.join(', ')
}
