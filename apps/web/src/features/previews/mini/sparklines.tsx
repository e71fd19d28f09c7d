import { type Curve, pathOf, strokeOf, valuesToShow } from './figure-curves.ts'

const WIDTH = 240
const HEIGHT = 140
const INSET = 12
const TONES = ['stroke-accent', 'stroke-violet', 'stroke-warning', 'stroke-info', 'stroke-success']

/** Curves on a common scale over three hairlines. */
export function Sparklines({ curves }: { curves: readonly Curve[] }) {
  const inset = curves.some(({ mark }) => mark !== 'line') ? INSET : 0
  const toX = scale(
    curves.flatMap(({ points }) => points.map(({ x }) => x)),
    [inset, WIDTH - inset],
  )
  const toY = scale(valuesToShow(curves), [HEIGHT - INSET, INSET])
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block size-full"
      fill="none"
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
      {curves.map((curve, at) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: curves have no identity except their position
          key={at}
          className={TONES[at % TONES.length]}
          vectorEffect="non-scaling-stroke"
          strokeWidth={strokeOf(curve, WIDTH)}
          strokeLinecap={curve.mark === 'bars' ? 'butt' : 'round'}
          strokeLinejoin="round"
          d={pathOf(curve, toX, toY)}
        />
      ))}
    </svg>
  )
}

function scale(values: readonly number[], [from, to]: [number, number]): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return (value) => from + ((value - low) / (high - low || 1)) * (to - from)
}
