import { type Line, pathOf, rangeOf } from './figure-lines.ts'

const WIDTH = 240
const HEIGHT = 140
const TONES = ['stroke-accent', 'stroke-violet', 'stroke-warning', 'stroke-info', 'stroke-success']

/** Curves on one scale over three hairlines. */
export function Sparklines({ lines }: { lines: readonly Line[] }) {
  const [low, high] = rangeOf(lines)
  const y = (value: number) => HEIGHT - 12 - ((value - low) / Math.max(high - low, 1e-12)) * (HEIGHT - 24)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block size-full"
      fill="none"
      strokeWidth="1.5"
    >
      {[0.25, 0.5, 0.75].map((share) => (
        <path
          key={share}
          d={`M0 ${HEIGHT * share}H${WIDTH}`}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
          strokeWidth="1"
        />
      ))}
      {lines.map((line, at) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: curves have no identity but their place
          key={at}
          className={TONES[at % TONES.length]}
          vectorEffect="non-scaling-stroke"
          strokeLinecap="round"
          strokeLinejoin="round"
          d={pathOf(line, WIDTH, y)}
        />
      ))}
    </svg>
  )
}
