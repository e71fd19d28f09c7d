import { useQueries } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import type { Size } from '#lib/size.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import { type PreviewedFile, previewQueries } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import * as texts from '../texts.ts'
import { HEAD_BYTES, hasKnownEnd, isCut, TAIL_BYTES } from './image-end.ts'
import { naturalSize, useImageZoom } from './use-image-zoom.ts'
import { fitZoom, showsPixels } from './zoom.ts'
import { ZoomTools } from './zoom-tools.tsx'

interface ImageViewProps {
  href: string
  file: PreviewedFile
  views?: ReactNode
  tools?: ReactNode
  /** Replaces the image size in the footer. */
  facts?: ReactNode
  /** Replaces the message shown if the image can't be displayed. */
  fault?: ReactNode
}

/**
 * An image with a checkered background where it is transparent. It is always shown as an `<img>`, in which SVG files
 * can't run scripts.
 */
export function ImageView(props: ImageViewProps) {
  const { href, file, views, tools, fault } = props
  const [broken, setBroken] = useState<string>()
  if (broken !== href) return <ZoomedImage {...props} onBroken={() => setBroken(href)} />
  return (
    <>
      {views || tools ? <PreviewToolbar views={views}>{tools}</PreviewToolbar> : null}
      {fault ?? <NoPreview file={file}>{texts.imageNotShown}</NoPreview>}
    </>
  )
}

function ZoomedImage({ href, file, views, tools, facts, onBroken }: ImageViewProps & { onBroken: () => void }) {
  const { area, room, image, zoom, commands, onKeyDown, onPointerDown } = useImageZoom()
  const [loaded, setLoaded] = useState<Size & { href: string }>()
  // Undefined while another page of a picture is loading. That page is fitted until its size is known.
  const natural = loaded?.href === href ? loaded : undefined
  const isIncomplete = useIsCut(file, natural !== undefined)
  const isDrawing = file.mediaType.startsWith('image/svg')
  const shown = zoom !== 'fit' ? zoom : natural && room ? fitZoom(natural, room) : 1
  // In "fit" mode, large images are scaled down by CSS, which works even before their size is known.
  const scale = natural && (zoom !== 'fit' || shown > 1) ? scaled(natural, shown) : undefined
  return (
    <>
      <PreviewToolbar views={views}>
        {tools}
        <ZoomTools zoom={zoom} shown={natural && (zoom !== 'fit' || room) ? shown : undefined} commands={commands} />
      </PreviewToolbar>
      <ScrollArea
        ref={area}
        label={fill(texts.image, file.name)}
        className={clsx('flex bg-sunken p-6', scale && zoom !== 'fit' && 'cursor-grab active:cursor-grabbing')}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        <img
          ref={image}
          src={href}
          alt={file.name}
          draggable={false}
          decoding="async"
          onError={onBroken}
          onLoad={({ currentTarget }) => setLoaded({ href, ...naturalSize(currentTarget) })}
          style={scale}
          className={clsx(
            'checker m-auto',
            scale ? 'max-w-none flex-none' : 'max-h-full min-h-0 max-w-full min-w-0 object-contain',
            !isDrawing && showsPixels(shown) && '[image-rendering:pixelated]',
          )}
        />
      </ScrollArea>
      {isIncomplete ? (
        <p role="status" className="flex-none border-t border-line bg-warning-soft px-6 py-1.5 text-xs phone:px-4">
          {texts.imageIncomplete}
        </p>
      ) : null}
      <footer className="flex h-8 flex-none items-center border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {facts ??
          (natural ? fill(texts.pixels, formatCount(natural.width), formatCount(natural.height)) : texts.loading)}
      </footer>
    </>
  )
}

function scaled({ width, height }: Size, by: number): Size {
  return { width: width * by, height: height * by }
}

/** Returns whether an image is truncated, which browsers don't report. False until both ends of the file are loaded. */
function useIsCut({ mediaType, sizeInBytes: size, links }: PreviewedFile, isLoaded: boolean): boolean {
  const ranges = [
    { start: 0, end: Math.min(size, HEAD_BYTES) },
    { start: Math.max(0, size - TAIL_BYTES), end: size },
  ]
  const [head, tail] = useQueries({
    queries: ranges.map((range) => ({
      ...previewQueries.bytes(links.Download ?? '', range),
      enabled: isLoaded && size > 0 && links.Download !== undefined && hasKnownEnd(mediaType),
    })),
  })
  return (
    head?.data !== undefined && tail?.data !== undefined && isCut(mediaType, { head: head.data, tail: tail.data, size })
  )
}
