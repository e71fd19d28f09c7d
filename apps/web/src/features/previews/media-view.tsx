import { useState } from 'react'
import { fill } from '#lib/fill.ts'
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
  if (broken) {
    return <NoPreview file={file}>{fill(texts.cannotPlay, kind)}</NoPreview>
  }
  const player = { src: href, controls: true, preload: 'metadata', onError: () => setBroken(true) } as const
  return (
    <div className="grid min-h-72 flex-1 place-items-center border-t border-line bg-sunken p-6">
      {kind === 'audio' ? (
        <audio {...player} aria-label={fill(texts.audio, file.name)} className="w-full max-w-2xl" />
      ) : (
        <video {...player} aria-label={fill(texts.video, file.name)} className="max-h-full max-w-full bg-black" />
      )}
    </div>
  )
}
