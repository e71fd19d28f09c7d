import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from '../texts.ts'
import { ZOOM_MAX, ZOOM_MIN, type Zoom } from './zoom.ts'

interface ZoomToolsProps {
  zoom: Zoom
  commands: Record<'in' | 'out' | 'fit' | 'actual', () => void>
}

/** The zoom of a picture. Its keys work while the picture has the focus. */
export function ZoomTools({ zoom, commands }: ZoomToolsProps) {
  const shown = zoom === 'fit' ? texts.fit : fill(texts.percent, Math.round(zoom * 100))
  return (
    <>
      <IconButton
        size="sm"
        label={texts.zoomOut}
        keys="-"
        icon={<ZoomOut aria-hidden="true" />}
        disabled={zoom !== 'fit' && zoom <= ZOOM_MIN}
        onClick={commands.out}
      />
      <Button
        size="sm"
        variant="quiet"
        aria-label={fill(texts.actualSizeNow, shown)}
        title={texts.actualSize}
        className="min-w-14 tabular-nums"
        onClick={commands.actual}
      >
        {shown}
      </Button>
      <IconButton
        size="sm"
        label={texts.zoomIn}
        keys="+"
        icon={<ZoomIn aria-hidden="true" />}
        disabled={zoom === ZOOM_MAX}
        onClick={commands.in}
      />
      <IconButton
        size="sm"
        label={texts.fitToView}
        keys="0"
        icon={<Maximize aria-hidden="true" />}
        aria-pressed={zoom === 'fit'}
        onClick={commands.fit}
      />
    </>
  )
}
