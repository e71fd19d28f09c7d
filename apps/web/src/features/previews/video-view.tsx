import { Maximize } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { lengthOf } from './audio/length.ts'
import { MediaFooter } from './media-footer.tsx'
import { PlayerBar, usePlayer } from './media-player.tsx'
import type { PreviewedFile } from './previews.queries.ts'
import * as texts from './texts.ts'

interface VideoViewProps {
  href: string
  file: PreviewedFile
  onBroken: () => void
}

/**
 * A video with the same controls as audio, and its size in pixels. In full screen, the browser's own player is used.
 */
export function VideoView({ href, file, onBroken }: VideoViewProps) {
  const player = usePlayer<HTMLVideoElement>(href, onBroken)
  const { duration, width = 0, height = 0 } = player.state
  const length = lengthOf(duration, undefined)
  const ratio = width > 0 && height > 0 ? width / height : undefined
  return (
    <>
      <div className="grid min-h-72 flex-1 grid-cols-1 place-items-center bg-sunken p-6 phone:p-4">
        <div
          className="grid max-h-full min-h-0 w-full max-w-4xl min-w-0 grid-cols-1 overflow-hidden rounded-lg border border-line bg-surface"
          style={ratio ? { width: widthOf(ratio, width), maxWidth: '100%' } : undefined}
        >
          <video
            {...player.media}
            playsInline
            aria-label={fill(texts.video, file.name)}
            className="aspect-video max-h-[60vh] w-full min-w-0 bg-[#000] object-contain"
            style={ratio ? { aspectRatio: ratio } : undefined}
            onClick={player.toggle}
          />
          {length !== undefined && width === 0 ? <p className="px-3 pt-3 text-ink-2">{texts.noPicture}</p> : null}
          <PlayerBar
            player={player}
            end={length ?? 0}
            note={width > 0 ? fill(texts.pixels, formatCount(width), formatCount(height)) : undefined}
            className="p-3"
          >
            {document.fullscreenEnabled ? (
              <IconButton
                label={texts.fullScreen}
                icon={<Maximize />}
                // If the browser refuses, the video simply stays as it is.
                onClick={() => void player.ref.current?.requestFullscreen().catch(() => {})}
              />
            ) : null}
          </PlayerBar>
        </div>
      </div>
      <MediaFooter length={length} />
    </>
  )
}

/**
 * Returns a CSS width at which the picture is at most 60vh high without bars beside it, and at most four times its own
 * width. The minimum leaves enough room for the player controls.
 */
function widthOf(ratio: number, width: number): string {
  return `clamp(20rem, min(${60 * ratio}vh, ${4 * width}px), 56rem)`
}
