import { numberTexts, ticksOver } from '#lib/axis-ticks.ts'
import { useDrawingWidth } from '#lib/use-drawing-width.ts'
import { type Curve, type FigureCurves, pathOf, strokeOf, valuesToShow } from '../mini/figure-curves.ts'

/** Default maximum width in pixels, equal to the width of a report's text. */
const REPORT_WIDTH = 704
const HEIGHT = 280
const LEFT_LEAST = 56
/** The width of a digit at the font size of the labels, in pixels. */
const DIGIT = 6.2
const RIGHT = 16
const TOP = 28
/** Room for the labels and the title of the horizontal axis. */
const BOTTOM = 44
const DAY_MS = 86_400_000
/** Colors with fallbacks, because saved and printed reports lack the variables. */
const COLORS = [
  'var(--accent, #006a7d)',
  'var(--violet, #6b4fbb)',
  'var(--warning, #b06000)',
  'var(--success, #2a6f3c)',
  'var(--danger, #a03050)',
]
/** Dash patterns, which distinguish lines of the same color. */
const DASHES = [undefined, '6 3', '2 3']
const LINE = 'var(--line, #dde3e6)'
const LABEL = 'var(--ink-2, #56636b)'

interface CurvesProps {
  figure: FigureCurves
  label: string
  /** Maximum width, in pixels. */
  most?: number
}

/** A static chart of a figure's curves with axes, suitable for print. */
export function Curves({ figure, label, most = REPORT_WIDTH }: CurvesProps) {
  const { ref, width } = useDrawingWidth(most)
  const points = figure.curves.flatMap((curve) => curve.points)
  const ticks = ticksOver(valuesToShow(figure.curves))
  const [bottom, top] = [Math.min(...ticks), Math.max(...ticks)]
  const tickText = numberTexts((ticks[1] ?? 0) - (ticks[0] ?? 0))
  const left = Math.max(LEFT_LEAST, ...ticks.map((tick) => 12 + DIGIT * tickText(tick).length))
  const [from, to] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  const toX = (x: number) => left + ((x - from) / (to - from || 1)) * (width - left - RIGHT)
  const toY = (y: number) => HEIGHT - BOTTOM - ((y - bottom) / (top - bottom || 1)) * (HEIGHT - BOTTOM - TOP)
  return (
    <div ref={ref}>
      {figure.curves.length > 1 ? <Legend curves={figure.curves} /> : null}
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label} fontSize="11" fill={LABEL}>
        <text x={left} y="16">
          {figure.yTitle}
        </text>
        {ticks.map((tick) => (
          <g key={tick}>
            <path d={`M${left} ${toY(tick)}H${width - RIGHT}`} stroke={LINE} />
            <text x={left - 8} y={toY(tick) + 4} textAnchor="end">
              {tickText(tick)}
            </text>
          </g>
        ))}
        {xLabels(figure.xKind, from, to).map(({ at, text, anchor }) => (
          <text key={at} x={toX(at)} y={HEIGHT - BOTTOM + 18} textAnchor={anchor}>
            {text}
          </text>
        ))}
        <text x={(left + width - RIGHT) / 2} y={HEIGHT - 8} textAnchor="middle">
          {figure.xTitle}
        </text>
        {figure.curves.map((curve, at) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: curves have no identity except their position
            key={at}
            fill="none"
            stroke={colorOf(at)}
            strokeDasharray={curve.mark === 'line' ? dashesOf(at) : undefined}
            strokeWidth={strokeOf(curve, width - left)}
            strokeOpacity={curve.mark === 'points' ? 0.6 : 1}
            strokeLinecap={curve.mark === 'bars' ? 'butt' : 'round'}
            strokeLinejoin="round"
            d={pathOf(curve, toX, toY)}
          />
        ))}
      </svg>
    </div>
  )
}

function Legend({ curves }: { curves: readonly Curve[] }) {
  return (
    <p className="quiet">
      {curves.map(({ name }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: curves have no identity except their position
        <span key={at} style={{ display: 'inline-block', marginRight: '1rem' }}>
          {dashesOf(at) ? (
            <svg aria-hidden="true" width="20" height="8" style={{ display: 'inline' }}>
              <path d="M0 4H20" stroke={colorOf(at)} strokeWidth="2" strokeDasharray={dashesOf(at)} />
            </svg>
          ) : (
            <span aria-hidden="true" style={{ color: colorOf(at) }}>
              ●
            </span>
          )}{' '}
          {name ?? at + 1}
        </span>
      ))}
    </p>
  )
}

function colorOf(at: number): string | undefined {
  return COLORS[at % COLORS.length]
}

function dashesOf(at: number): string | undefined {
  return DASHES[Math.floor(at / COLORS.length) % DASHES.length]
}

/** Positions have no labels. */
function xLabels(kind: FigureCurves['xKind'], from: number, to: number) {
  if (kind === 'place') return []
  const textOf = kind === 'number' ? numberTexts((to - from) / 100) : (value: number) => timeText(value, to - from)
  return [
    { at: from, text: textOf(from), anchor: 'start' },
    { at: (from + to) / 2, text: textOf((from + to) / 2), anchor: 'middle' },
    { at: to, text: textOf(to), anchor: 'end' },
  ] as const
}

/** Formats a time as `2024-05-01`, or as `2024-05-01 06:00` if the axis spans three days or less. */
function timeText(time: number, span: number): string {
  return new Date(time)
    .toISOString()
    .slice(0, span > 3 * DAY_MS ? 10 : 16)
    .replace('T', ' ')
}
