import { type ReactNode, useState } from 'react'
import { Segmented } from '#components/ui/segmented.tsx'
import { formatCount } from '#lib/format.ts'
import { NoPreview } from './no-preview.tsx'
import { PreviewToolbar } from './preview-toolbar.tsx'
import type { PreviewedFile } from './previews.queries.ts'
import { ScrollArea } from './scroll-area.tsx'

const SCALES = [
  { value: 'fit', label: 'Fit' },
  { value: 'full', label: '100 %' },
] as const

/** A picture on a checkered ground. It is only ever an `<img>`, so that a drawing can run no script. */
export function ImageView({ href, file, views }: { href: string; file: PreviewedFile; views?: ReactNode }) {
  const [scale, setScale] = useState<'fit' | 'full'>('fit')
  const [pixels, setPixels] = useState<string>()
  const [broken, setBroken] = useState(false)
  if (broken) return <NoPreview file={file}>This image could not be displayed. Download it to view it.</NoPreview>
  return (
    <>
      <PreviewToolbar views={views}>
        <Segmented label="Image size" size="sm" value={scale} onChange={setScale} choices={SCALES} />
      </PreviewToolbar>
      <ScrollArea label={`Image ${file.name}`} className="checker grid place-items-center p-6">
        <img
          src={href}
          alt={file.name}
          decoding="async"
          onError={() => setBroken(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setPixels(`${formatCount(naturalWidth)} × ${formatCount(naturalHeight)} pixels`)
          }
          className={scale === 'fit' ? 'max-h-full min-h-0 max-w-full min-w-0 object-contain' : 'max-w-none'}
        />
      </ScrollArea>
      <footer className="flex h-8 flex-none items-center border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {pixels ?? 'Loading…'}
      </footer>
    </>
  )
}
