import { useQuery } from '@tanstack/react-query'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { MediaFooter } from '../media-footer.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import * as previewTexts from '../texts.ts'
import { waveQuery } from './audio.queries.ts'
import { clockText } from './clock-text.ts'
import { lengthOf } from './length.ts'
import * as texts from './texts.ts'
import { Wave } from './wave.tsx'

interface AudioViewProps {
  href: string
  file: PreviewedFile
  onBroken: () => void
}

/** Decoded, compressed sound takes about ten times as much memory. */
const DRAWN_UP_TO_BYTES = 8_000_000

interface Playing {
  at: number
  /** As the player says it. */
  duration?: number
  isPlaying: boolean
  isMuted: boolean
}

const START: Playing = { at: 0, isPlaying: false, isMuted: false }

/** A recording: its wave, a player, and its length. The browser fetches the parts that it plays. */
export function AudioView({ href, file, onBroken }: AudioViewProps) {
  const isSmall = file.sizeInBytes <= DRAWN_UP_TO_BYTES
  const { data: wave, isError } = useQuery(waveQuery(isSmall ? href : undefined))
  const audio = useRef<HTMLAudioElement>(null)
  const [{ at, duration, isPlaying, isMuted }, setState] = useState(START)
  const length = lengthOf(duration, wave?.seconds)
  const end = length ?? 0
  function follow({ currentTarget }: SyntheticEvent<HTMLAudioElement>) {
    const { currentTime, paused, muted } = currentTarget
    setState({ at: currentTime, duration: currentTarget.duration, isPlaying: !paused, isMuted: muted })
  }
  const player = {
    src: href,
    preload: 'metadata',
    onError: onBroken,
    onLoadedMetadata: follow,
    onDurationChange: follow,
    onTimeUpdate: follow,
    onPlay: follow,
    onPause: follow,
    onVolumeChange: follow,
  } as const
  function toggle() {
    if (isPlaying) audio.current?.pause()
    // A file that can’t be played reports its error itself.
    else audio.current?.play().catch(() => {})
  }
  return (
    <>
      <div className="grid min-h-72 flex-1 place-items-center border-t border-line bg-sunken p-6 phone:p-4">
        <div className="grid w-full max-w-2xl gap-4 rounded-lg border border-line bg-surface p-5 phone:p-4">
          {isSmall && !isError ? <Wave peaks={wave?.peaks} played={end > 0 ? at / end : 0} /> : null}
          <audio ref={audio} {...player} aria-label={fill(previewTexts.audio, file.name)} />
          <div className="flex items-center gap-3">
            <Button
              square
              aria-label={isPlaying ? texts.pause : texts.play}
              icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
              onClick={toggle}
            />
            <input
              type="range"
              aria-label={texts.position}
              aria-valuetext={fill(texts.timeOf, clockText(at), clockText(end))}
              className="h-6 min-w-0 flex-1 accent-accent"
              min={0}
              max={end}
              step={0.01}
              value={Math.min(at, end)}
              disabled={end === 0}
              onChange={({ target }) => {
                if (audio.current) audio.current.currentTime = Number(target.value)
              }}
            />
            <span aria-hidden="true" className="text-xs text-ink-2">
              {clockText(at)} / {clockText(end)}
            </span>
            <IconButton
              label={isMuted ? texts.unmute : texts.mute}
              icon={isMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
              onClick={() => {
                if (audio.current) audio.current.muted = !isMuted
              }}
            />
          </div>
        </div>
      </div>
      <MediaFooter length={length}>{wave ? channelWords(wave.channels) : null}</MediaFooter>
    </>
  )
}

function channelWords(channels: number): string {
  if (channels > 2) return fill(texts.channels, formatCount(channels))
  return channels === 2 ? texts.stereo : texts.mono
}
