import { useState } from 'react'
import { fill } from '#lib/fill.ts'
import { AudioView } from './audio/audio-view.tsx'
import { NoPreview } from './no-preview.tsx'
import type { PreviewedFile } from './previews.queries.ts'
import * as texts from './texts.ts'
import { VideoView } from './video-view.tsx'

interface MediaViewProps {
  kind: 'audio' | 'video'
  href: string
  file: PreviewedFile
}

/** Plays audio or video natively. Says so if the browser can't play the file. */
export function MediaView({ kind, href, file }: MediaViewProps) {
  const [broken, setBroken] = useState(false)
  if (broken) return <NoPreview file={file}>{fill(texts.cannotPlay, kind)}</NoPreview>
  const View = kind === 'audio' ? AudioView : VideoView
  return <View href={href} file={file} onBroken={() => setBroken(true)} />
}
