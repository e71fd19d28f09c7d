import { type SyntheticEvent, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { lengthOf } from './audio/length.ts'
import { MediaFooter } from './media-footer.tsx'
import type { PreviewedFile } from './previews.queries.ts'
import * as texts from './texts.ts'

interface VideoViewProps {
  href: string
  file: PreviewedFile
  onBroken: () => void
}

/** A video in the browser’s own player, with its length and size. */
export function VideoView({ href, file, onBroken }: VideoViewProps) {
  const [facts, setFacts] = useState<{ duration: number; width: number; height: number }>()
  function follow({ currentTarget: { duration, videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>) {
    setFacts({ duration, width: videoWidth, height: videoHeight })
  }
  const player = { src: href, controls: true, preload: 'metadata', onError: onBroken } as const
  return (
    <>
      <div className="grid min-h-72 flex-1 place-items-center border-t border-line bg-sunken p-6 phone:p-4">
        <video
          {...player}
          aria-label={fill(texts.video, file.name)}
          className="max-h-full min-h-44 w-full max-w-max min-w-[min(20rem,100%)] bg-black object-contain"
          onLoadedMetadata={follow}
          onDurationChange={follow}
        />
        {facts?.width !== 0 ? null : <p className="text-ink-2">{texts.noPicture}</p>}
      </div>
      <MediaFooter length={lengthOf(facts?.duration, undefined)}>
        {facts && facts.width > 0 ? fill(texts.pixels, formatCount(facts.width), formatCount(facts.height)) : null}
      </MediaFooter>
    </>
  )
}
