import { useQuery } from '@tanstack/react-query'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { MediaFooter } from '../media-footer.tsx'
import { PlayerBar, usePlayer } from '../media-player.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import * as previewTexts from '../texts.ts'
import { waveQuery } from './audio.queries.ts'
import { lengthOf } from './length.ts'
import * as texts from './texts.ts'
import { Wave } from './wave.tsx'

interface AudioViewProps {
  href: string
  file: PreviewedFile
  onBroken: () => void
}

/**
 * Maximum file size for which the waveform is drawn: decoding compressed audio takes about ten times as much memory.
 */
const DRAWN_UP_TO_BYTES = 8_000_000

/** A player for a recording, with a waveform if the file is small. */
export function AudioView({ href, file, onBroken }: AudioViewProps) {
  const isSmall = file.sizeInBytes <= DRAWN_UP_TO_BYTES
  const { data: wave, isError } = useQuery(waveQuery(isSmall ? href : undefined))
  const player = usePlayer<HTMLAudioElement>(href, onBroken)
  const { at, duration } = player.state
  const length = lengthOf(duration, wave?.seconds)
  const end = length ?? 0
  return (
    <>
      <div className="grid min-h-72 flex-1 grid-cols-1 place-items-center bg-sunken p-6 phone:p-4">
        <div className="grid w-full max-w-2xl grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-5 phone:p-4">
          {isSmall && !isError ? <Wave peaks={wave?.peaks} played={end > 0 ? at / end : 0} /> : null}
          <audio {...player.media} aria-label={fill(previewTexts.audio, file.name)} />
          <PlayerBar player={player} end={end} note={wave && channelText(wave.channels)} />
        </div>
      </div>
      <MediaFooter length={length} />
    </>
  )
}

function channelText(channels: number): string {
  if (channels > 2) return fill(texts.channels, formatCount(channels))
  return channels === 2 ? texts.stereo : texts.mono
}
