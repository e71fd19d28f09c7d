import { colorOf } from './board-series.ts'
import { RADIUS, radiiOf } from './plot-scale.ts'

/** The result of one cell of the sweep. `x` and `y` are values, not pixels. */
export interface Point {
  key: string
  x: number
  y: number
  label: string
}

export interface Line {
  name: string
  points: Point[]
}

interface BoardMarksProps {
  all: readonly Line[]
  toX: (value: number) => number
  toY: (value: number) => number
  /** Whether the parameter is a number, so that a line between two values means something. */
  isOrdered: boolean
  /** Key of the cell under the pointer, here or in the table. */
  pointed: string | undefined
  onPoint: (key: string | undefined) => void
}

/** Horizontal distance between the dots of two lines at the same value of a non-numeric axis. */
const DODGE = 10
/** A line that is covered by another one is visible through the gaps. */
const DASHES = [undefined, '6 5', '2 4']
/** Maximum distance at which the pointer hits a dot. `RING` is the width of the ring around a dot. */
const NEAR = 11
const RING = 4

/** The lines and dots of a plot. The dot of the cell under the pointer has a ring. */
export function BoardMarks({ all, toX, toY, isOrdered, pointed, onPoint }: BoardMarksProps) {
  const radii = radiiOf(all.map(({ points }) => points))
  const lines = all.map(({ name, points }, at) => {
    const dodge = (at - (all.length - 1) / 2) * DODGE
    const marks = points.map((point, index) => ({
      ...point,
      // Dots over numbers are not shifted, because their position is the value.
      cx: toX(point.x) + (isOrdered ? 0 : dodge),
      cy: toY(point.y),
      r: isOrdered ? (radii[at]?.[index] ?? RADIUS) : RADIUS,
    }))
    return { name, marks }
  })
  const pointing = (key: string) => ({ onPointerEnter: () => onPoint(key), onPointerLeave: () => onPoint(undefined) })
  return (
    <>
      {/* All targets are below all dots, so that no target covers the dot of another point. */}
      {lines.flatMap(({ marks }) =>
        marks.map(({ key, label, cx, cy }) => (
          <circle key={key} cx={cx} cy={cy} r={NEAR} fill="transparent" {...pointing(key)}>
            <title>{label}</title>
          </circle>
        )),
      )}
      {lines.map(({ name, marks }, at) => (
        <g key={name} style={{ color: colorOf(at) }} stroke="currentColor">
          {isOrdered ? (
            <polyline
              points={marks.map(({ cx, cy }) => `${cx},${cy}`).join(' ')}
              fill="none"
              strokeWidth={1.5}
              strokeDasharray={DASHES[at % DASHES.length]}
              pointerEvents="none"
            />
          ) : null}
          {marks.map(({ key, label, cx, cy, r }) => (
            <g key={key} {...pointing(key)}>
              <title>{label}</title>
              {pointed === key ? <circle cx={cx} cy={cy} r={r + RING} fill="currentColor" fillOpacity={0.18} /> : null}
              <circle
                cx={cx}
                cy={cy}
                r={r}
                fill={r > RADIUS ? 'var(--surface)' : 'currentColor'}
                strokeWidth={r > RADIUS ? 1.5 : 0}
              />
            </g>
          ))}
        </g>
      ))}
    </>
  )
}
