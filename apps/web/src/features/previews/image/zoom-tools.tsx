import { ZoomIn, ZoomOut } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import * as texts from '../texts.ts'
import { ZOOM_MAX, ZOOM_MIN, type Zoom } from './zoom.ts'

interface ZoomToolsProps {
  zoom: Zoom
  /** The current scale, even if the image is fitted. Undefined until the image is loaded. */
  shown: number | undefined
  commands: Record<'in' | 'out' | 'fit' | 'actual', () => void>
}

/** The zoom controls of an image. Their keys work while the image has the focus. */
export function ZoomTools({ zoom, shown, commands }: ZoomToolsProps) {
  const words = shown === undefined ? '…' : fill(texts.percent, formatCount(Math.round(shown * 100)))
  return (
    <>
      <IconButton
        size="sm"
        label={texts.zoomOut}
        keys="-"
        icon={<ZoomOut />}
        disabled={zoom !== 'fit' && zoom <= ZOOM_MIN}
        onClick={commands.out}
      />
      <Button
        size="sm"
        variant="quiet"
        aria-label={fill(texts.actualSizeNow, words)}
        title={texts.actualSize}
        className="min-w-14 tabular-nums"
        onClick={commands.actual}
      >
        {words}
      </Button>
      <IconButton
        size="sm"
        label={texts.zoomIn}
        keys="+"
        icon={<ZoomIn />}
        disabled={(zoom === 'fit' ? (shown ?? 0) : zoom) >= ZOOM_MAX}
        onClick={commands.in}
      />
      <Button
        size="sm"
        variant="quiet"
        aria-label={texts.fitToView}
        aria-pressed={zoom === 'fit'}
        className="ml-1"
        onClick={commands.fit}
      >
        {texts.fit}
      </Button>
    </>
  )
}
