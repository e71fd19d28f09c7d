import './media-player.css'
import { clsx } from 'clsx'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { type CSSProperties, type ReactNode, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { clockText } from './audio/clock-text.ts'
import * as texts from './audio/texts.ts'

interface Playing {
  at: number
  /** In seconds, as the player reports it. */
  duration?: number
  isPlaying: boolean
  isMuted: boolean
  /** The size of the picture in pixels, for videos. */
  width?: number
  height?: number
}

const START: Playing = { at: 0, isPlaying: false, isMuted: false }

/**
 * Returns the props of an audio or video element, the state of the playback, and the ref and `toggle` function with
 * which `PlayerBar` controls the playback.
 */
export function usePlayer<Media extends HTMLMediaElement>(src: string, onError: () => void) {
  const ref = useRef<Media>(null)
  const [state, setState] = useState(START)
  function follow({ currentTarget }: SyntheticEvent<Media>) {
    const { currentTime, duration, paused, muted } = currentTarget
    const picture =
      currentTarget instanceof HTMLVideoElement
        ? { width: currentTarget.videoWidth, height: currentTarget.videoHeight }
        : {}
    const isMeasured = currentTarget.readyState >= HTMLMediaElement.HAVE_METADATA
    setState({ at: currentTime, isPlaying: !paused, isMuted: muted, ...(isMeasured && { duration, ...picture }) })
  }
  function toggle() {
    if (state.isPlaying) ref.current?.pause()
    // A rejection is ignored, because the element fires an error event if the file can't be played.
    else ref.current?.play().catch(() => {})
  }
  const media = {
    ref,
    src,
    preload: 'metadata',
    onError,
    onLoadedMetadata: follow,
    onDurationChange: follow,
    onTimeUpdate: follow,
    onPlay: follow,
    onPause: follow,
    onVolumeChange: follow,
  } as const
  return { ref, state, media, toggle }
}

/** Recordings shorter than this show tenths of a second, because whole seconds would be too coarse. */
const TENTHS_BELOW_S = 10

interface PlayerBarProps {
  player: { ref: RefObject<HTMLMediaElement | null>; state: Playing; toggle: () => void }
  /** The length in seconds, or 0 if it isn’t known. */
  end: number
  /** Further facts, shown after the time. */
  note?: string | undefined
  className?: string
  children?: ReactNode
}

export function PlayerBar({ player: { ref, state, toggle }, end, note, className, children }: PlayerBarProps) {
  const { at, isPlaying, isMuted } = state
  const clock = (seconds: number) => clockText(seconds, end > 0 && end < TENTHS_BELOW_S)
  return (
    <div className={clsx('@container', className)}>
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <Button
          square
          aria-label={isPlaying ? texts.pause : texts.play}
          icon={isPlaying ? <Pause /> : <Play />}
          onClick={toggle}
        />
        <input
          type="range"
          aria-label={texts.position}
          aria-valuetext={end > 0 ? fill(texts.timeOf, clock(at), clock(end)) : clock(at)}
          className="player-range h-6 min-w-0 flex-1 @max-md:order-first @max-md:basis-full"
          style={{ '--played': end > 0 ? Math.min(1, at / end) : 0 } as CSSProperties}
          min={0}
          max={end}
          step={0.01}
          value={Math.min(at, end)}
          disabled={end === 0}
          onChange={({ target }) => {
            if (ref.current) ref.current.currentTime = Number(target.value)
          }}
        />
        <span className="flex gap-x-3 text-xs whitespace-nowrap text-ink-2 @max-md:mr-auto @max-md:flex-col">
          <span aria-hidden="true">
            {clock(at)}
            {end > 0 ? ` / ${clock(end)}` : null}
          </span>
          {note ? <span className="text-ink-3">{note}</span> : null}
        </span>
        <IconButton
          label={isMuted ? texts.unmute : texts.mute}
          icon={isMuted ? <VolumeX /> : <Volume2 />}
          onClick={() => {
            if (ref.current) ref.current.muted = !isMuted
          }}
        />
        {children}
      </div>
    </div>
  )
}
