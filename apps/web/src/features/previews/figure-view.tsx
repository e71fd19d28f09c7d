import { LIMITS } from '@millrace/contracts/limits'
import { useMutation } from '@tanstack/react-query'
import { ImageDown } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { saveFile } from '#lib/save-file.ts'
import { usePaintedTheme } from '#lib/theme.ts'
import { type FigureFormat, figureImage } from './figure-image.ts'
import { NoPreview } from './no-preview.tsx'
import { PreviewToolbar } from './preview-toolbar.tsx'
import type { PreviewedFile } from './previewed-file.ts'

/**
 * A Plotly figure, drawn in a document of its own: it has no origin, no cookie and no network, so whatever the file
 * contains can only be drawn.
 */
export function FigureView({ href, file, views }: { href: string; file: PreviewedFile; views?: ReactNode }) {
  const theme = usePaintedTheme()
  const frame = useRef<HTMLIFrameElement>(null)
  if (file.sizeInBytes > LIMITS.previewFigureBytes) {
    return <NoPreview file={file}>This figure is too large to preview. Download it to view it.</NoPreview>
  }
  return (
    <>
      <PreviewToolbar views={views}>
        <SaveImage frame={frame} name={file.name} />
      </PreviewToolbar>
      <iframe
        ref={frame}
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

/** Saves the figure as it looks now. */
function SaveImage({ frame, name }: { frame: RefObject<HTMLIFrameElement | null>; name: string }) {
  const save = useMutation({
    mutationFn: async (format: FigureFormat) => {
      if (!frame.current) return
      saveFile(`${name.replace(/(\.plotly)?\.json$/i, '')}.${format}`, await figureImage(frame.current, format))
    },
  })
  return (
    <Menu
      trigger={
        <Button size="sm" variant="quiet" working={save.isPending} icon={<ImageDown aria-hidden="true" />}>
          Save image
        </Button>
      }
    >
      <MenuItem onClick={() => save.mutate('png')}>PNG</MenuItem>
      <MenuItem onClick={() => save.mutate('svg')}>SVG</MenuItem>
    </Menu>
  )
}

/** The figure's document takes one hint: the colours around it. */
function figureHref(href: string, theme: 'light' | 'dark'): string {
  const address = new URL(href)
  address.searchParams.set('theme', theme)
  return address.href
}
