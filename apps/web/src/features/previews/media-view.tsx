import { useState } from 'react'
import { fill } from '#lib/fill.ts'
import { AudioView } from './audio/audio-view.tsx'
import { NoPreview } from './no-preview.tsx'
import type { PreviewedFile } from './previews.queries.ts'
import * as texts from './texts.ts'

interface MediaViewProps {
  kind: 'audio' | 'video'
  href: string
  file: PreviewedFile
}

/** Audio or video in the browser’s own player, which fetches the parts that it plays. */
export function MediaView({ kind, href, file }: MediaViewProps) {
  const [broken, setBroken] = useState(false)
  if (broken) return <NoPreview file={file}>{fill(texts.cannotPlay, kind)}</NoPreview>
  const View = kind === 'audio' ? AudioView : VideoView
  return <View href={href} file={file} onBroken={() => setBroken(true)} />
}

function VideoView({ href, file, onBroken }: Omit<MediaViewProps, 'kind'> & { onBroken: () => void }) {
  const [hasPicture, setHasPicture] = useState(true)
  const player = { src: href, controls: true, preload: 'metadata', onError: onBroken } as const
  return (
    <div className="grid min-h-72 flex-1 place-items-center border-t border-line bg-sunken p-6">
      <video
        {...player}
        aria-label={fill(texts.video, file.name)}
        className="max-h-full min-h-44 w-full max-w-max min-w-[min(20rem,100%)] bg-black object-contain"
        onLoadedMetadata={({ currentTarget }) => setHasPicture(currentTarget.videoWidth > 0)}
      />
      {hasPicture ? null : <p className="text-ink-2">{texts.noPicture}</p>}
    </div>
  )
}
