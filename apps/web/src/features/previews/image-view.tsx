import { type ReactNode, useState } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { NoPreview } from './no-preview.tsx'
import { PreviewToolbar } from './preview-toolbar.tsx'
import type { PreviewedFile } from './previews.queries.ts'
import { ScrollArea } from './scroll-area.tsx'
import * as texts from './texts.ts'

const SCALES = [
  { value: 'fit', label: texts.fit },
  { value: 'full', label: '100%' },
] as const

interface ImageViewProps {
  href: string
  file: PreviewedFile
  views?: ReactNode
  tools?: ReactNode
  /** Replaces the size in the line below. */
  facts?: ReactNode
  /** Replaces the sentence about an image that could not be displayed. */
  fault?: ReactNode
}

/** A picture on a checkered ground. It is only ever an `<img>`, so that a drawing can run no script. */
export function ImageView({ href, file, views, tools, facts, fault }: ImageViewProps) {
  const [scale, setScale] = useState<'fit' | 'full'>('fit')
  const [pixels, setPixels] = useState<string>()
  const [broken, setBroken] = useState<string>()
  if (broken === href) {
    return (
      <>
        {views || tools ? <PreviewToolbar views={views}>{tools}</PreviewToolbar> : null}
        {fault ?? <NoPreview file={file}>{texts.imageNotShown}</NoPreview>}
      </>
    )
  }
  return (
    <>
      <PreviewToolbar views={views}>
        {tools}
        <Segmented label={texts.imageSize} size="sm" value={scale} onChange={setScale} choices={SCALES} />
      </PreviewToolbar>
      <ScrollArea label={fill(texts.image, file.name)} className="checker grid place-items-center p-6">
        <img
          src={href}
          alt={file.name}
          decoding="async"
          onError={() => setBroken(href)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setPixels(fill(texts.pixels, formatCount(naturalWidth), formatCount(naturalHeight)))
          }
          className={scale === 'fit' ? 'max-h-full min-h-0 max-w-full min-w-0 object-contain' : 'max-w-none'}
        />
      </ScrollArea>
      <footer className="flex h-8 flex-none items-center border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {facts ?? pixels ?? texts.loading}
      </footer>
    </>
  )
}
