interface WaveProps {
  /** The peak amplitude of each part, from 0 to 1. Undefined while the recording is being decoded. */
  peaks: readonly number[] | undefined
  /** The fraction that has been played, from 0 to 1. */
  played: number
}

const HEIGHT = 96
const STEP = 4
/** Silence is visible, too. */
const BAR_HEIGHT_MIN = 2

/**
 * The waveform of a recording as bars, with the played part in color. Decorative, because the player beside it is
 * accessible.
 */
export function Wave({ peaks, played }: WaveProps) {
  if (!peaks) return <div className="h-24" />
  const loudest = Math.max(...peaks, Number.EPSILON)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${peaks.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-24 w-full"
    >
      {peaks.map((peak, at) => {
        const height = Math.max(BAR_HEIGHT_MIN, (peak / loudest) * HEIGHT)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={at}
            x={at * STEP + STEP / 4}
            y={(HEIGHT - height) / 2}
            width={STEP / 2}
            height={height}
            className={(at + 0.5) / peaks.length <= played ? 'fill-accent' : 'fill-control'}
          />
        )
      })}
    </svg>
  )
}
