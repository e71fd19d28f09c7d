import { LIMITS } from '@millrace/contracts/limits'
import type { ReactNode } from 'react'
import { usePaintedTheme } from '#lib/theme.ts'
import { NoPreview } from './no-preview.tsx'
import { PreviewToolbar } from './preview-toolbar.tsx'
import type { PreviewedFile } from './previewed-file.ts'

/**
 * A Plotly figure, drawn in a document of its own: it has no origin, no cookie and no network, so whatever the file
 * contains can only be drawn.
 */
export function FigureView({ href, file, views }: { href: string; file: PreviewedFile; views?: ReactNode }) {
  const theme = usePaintedTheme()
  if (file.sizeInBytes > LIMITS.previewFigureBytes) {
    return <NoPreview file={file}>This figure is too large to preview. Download it to view it.</NoPreview>
  }
  return (
    <>
      <PreviewToolbar views={views} />
      <iframe
        key={theme}
        src={figureHref(href, theme)}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        title={`Figure ${file.name}`}
        className="min-h-80 w-full flex-1 border-t border-line bg-surface"
      />
    </>
  )
}

/** The figure's document takes one hint: the colours around it. */
function figureHref(href: string, theme: 'light' | 'dark'): string {
  const address = new URL(href)
  address.searchParams.set('theme', theme)
  return address.href
}
