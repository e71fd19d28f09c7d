interface WaveProps {
  /** How loud each part is, from 0 to 1. Undefined while the recording is decoded. */
  peaks: readonly number[] | undefined
  /** The part that was played, from 0 to 1. */
  played: number
}

const HEIGHT = 96
const STEP = 4
/** The least height of a bar, so that silence is drawn, too. */
const LEAST = 2

/** The wave of a recording as bars, of which those that were played are in color. It is decoration beside the player. */
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
        const height = Math.max(LEAST, (peak / loudest) * HEIGHT)
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
