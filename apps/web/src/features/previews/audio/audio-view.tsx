import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import type { PreviewedFile } from '../previews.queries.ts'
import * as previewTexts from '../texts.ts'
import { waveQuery } from './audio.queries.ts'
import { lengthOf, lengthWords } from './length.ts'
import * as texts from './texts.ts'
import { Wave } from './wave.tsx'

interface AudioViewProps {
  href: string
  file: PreviewedFile
  onBroken: () => void
}

/** Decoded, compressed sound takes about ten times as much memory. */
const DRAWN_UP_TO_BYTES = 8_000_000

/** A recording: its wave, the browser’s own player, which fetches the parts that it plays, and its length. */
export function AudioView({ href, file, onBroken }: AudioViewProps) {
  const isSmall = file.sizeInBytes <= DRAWN_UP_TO_BYTES
  const { data: wave, isError } = useQuery(waveQuery(isSmall ? href : undefined))
  const [{ seconds, duration }, setState] = useState<{ seconds: number; duration?: number }>({ seconds: 0 })
  function follow({ currentTarget }: SyntheticEvent<HTMLAudioElement>) {
    setState({ seconds: currentTarget.currentTime, duration: currentTarget.duration })
  }
  const length = lengthOf(duration, wave?.seconds)
  const player = { src: href, controls: true, preload: 'metadata', onError: onBroken } as const
  return (
    <>
      <div className="grid min-h-72 flex-1 place-items-center border-t border-line bg-sunken p-6 phone:p-4">
        <div className="grid w-full max-w-2xl gap-4 rounded-lg border border-line bg-surface p-5 phone:p-4">
          {isSmall && !isError ? <Wave peaks={wave?.peaks} played={length ? seconds / length : 0} /> : null}
          <audio
            {...player}
            onLoadedMetadata={follow}
            onTimeUpdate={follow}
            aria-label={fill(previewTexts.audio, file.name)}
            className="w-full"
          />
        </div>
      </div>
      <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {lengthWords(length)}
        {wave ? <span className="ml-auto text-ink-3">{channelWords(wave.channels)}</span> : null}
      </footer>
    </>
  )
}

function channelWords(channels: number): string {
  if (channels > 2) return fill(texts.channels, formatCount(channels))
  return channels === 2 ? texts.stereo : texts.mono
}
