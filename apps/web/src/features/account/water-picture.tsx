const RADIUS = 150
const STEP = 11
const GAP = 27

/**
 * Returns the height at `x` of the streamline that starts at `y0` and passes a round pillar: y(1 − r²/(x²+y²)) = y0,
 * solved by bisection. Above the pillar, the left side of the equation increases with y, so there is exactly one
 * solution.
 */
function streamAt(x: number, y0: number): number {
  let low = Math.sqrt(Math.max(0, RADIUS * RADIUS - x * x))
  let high = y0 + RADIUS
  for (let round = 0; round < 24; round += 1) {
    const y = (low + high) / 2
    if (y * (1 - (RADIUS * RADIUS) / (x * x + y * y)) < y0) low = y
    else high = y
  }
  return high
}

function streamline(y0: number): string {
  const points: string[] = []
  for (let x = -440; x <= 440; x += STEP) points.push(`${x} ${streamAt(x, y0).toFixed(1)}`)
  return `M${points.join('L')}`
}

const LINES = Array.from({ length: 17 }, (_, at) => {
  const y0 = (at + 0.5) * GAP
  return { path: streamline(y0), opacity: 0.62 - 0.5 * Math.min(1, y0 / 420) }
})

/** A picture of water that flows around the wheel, beside the sign-in forms. */
export function WaterPicture() {
  return (
    <svg
      viewBox="-430 -430 860 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      fill="none"
      className="absolute inset-0 size-full"
    >
      {[1, -1].map((side) => (
        <g key={side} transform={`scale(1 ${side})`} className="stroke-accent" strokeWidth="1.25">
          {LINES.map(({ path, opacity }) => (
            <path key={path} d={path} opacity={opacity} />
          ))}
        </g>
      ))}
      <g className="stroke-ink" strokeLinecap="round" strokeWidth="9">
        <circle r="34" />
        {[0, 60, 120, 180, 240, 300].map((turn) => (
          <path key={turn} transform={`rotate(${turn})`} d="M0 -37V-116" />
        ))}
      </g>
    </svg>
  )
}
