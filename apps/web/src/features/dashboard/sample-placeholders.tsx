import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const WIDTH = 250
const HEIGHT = 148
/** Water levels of a flood season, between 0 and 92. */
const WATER = [
  22, 21, 23, 22, 24, 23, 25, 24, 23, 24, 46, 43, 41, 60, 56, 52, 49, 46, 44, 42, 40, 84, 78, 72, 67, 63, 59, 55, 52,
  49, 46, 44, 42, 56, 52, 49, 46, 43, 41, 40,
]
const OUTLIERS = new Map([
  [2, 48],
  [9, 70],
  [17, 20],
  [25, 14],
  [31, 78],
])

const x = (at: number) => (at / (WATER.length - 1)) * WIDTH
const y = (value: number) => HEIGHT - 8 - (value / 92) * (HEIGHT - 16)

function line(values: readonly number[]): string {
  return values.map((value, at) => `${at ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('')
}

const RAW = line(WATER.map((value, at) => OUTLIERS.get(at) ?? value))
const CLEAN = line(WATER)

/** Placeholder for readings with outliers, and the curve that remains without them. */
export function ReadingsPlaceholder() {
  return (
    <div className="relative size-full opacity-66">
      <Plane>
        <path d={RAW} className="stroke-control" strokeWidth="1" vectorEffect="non-scaling-stroke" />
        <path d={CLEAN} className="stroke-accent" strokeWidth="1.75" vectorEffect="non-scaling-stroke" />
      </Plane>
      {/* These dots are not part of the drawing, which is stretched to its frame and would distort them. */}
      {[...OUTLIERS].map(([at, value]) => (
        <span
          key={at}
          className="absolute size-[7px] -translate-1/2 rounded-full border-[1.5px] border-danger bg-surface"
          style={{ left: `${(x(at) / WIDTH) * 100}%`, top: `${(y(value) / HEIGHT) * 100}%` }}
        />
      ))}
    </div>
  )
}

/** Placeholder for the final figure: a curve with the area below filled. */
export function FigurePlaceholder() {
  return (
    <div className="size-full opacity-66">
      <Plane>
        <path d={`${CLEAN}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className="fill-accent" opacity=".12" />
        <path d={CLEAN} className="stroke-accent" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      </Plane>
    </div>
  )
}

function Plane({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      fill="none"
      className="block size-full"
      aria-hidden="true"
    >
      {[0.25, 0.5, 0.75].map((part) => (
        <path key={part} d={`M0 ${HEIGHT * part}H${WIDTH}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      ))}
      {children}
    </svg>
  )
}

/** The first rows of the means that the sample computes. */
const MEANS = [
  ['timestamp', 'station', 'mean', 'max'],
  ['01-01 00:00', 'Maxau', '1,649', '1,650'],
  ['01-01 00:00', 'Kaub', '1,885', '1,886'],
  ['01-01 00:00', 'Köln', '2,257', '2,257'],
  ['01-01 01:00', 'Maxau', '1,649', '1,651'],
  ['01-01 01:00', 'Kaub', '1,887', '1,889'],
  ['01-01 01:00', 'Köln', '2,256', '2,259'],
] as const

/**
 * Placeholder for the rows of a table. In a narrow card, the last column is hidden, so that the times have enough room.
 */
export function TablePlaceholder() {
  return (
    <div className="@container grid px-3 py-2.5 font-mono text-2xs leading-[18px] text-ink-2">
      {MEANS.map((row, at) => (
        <div
          key={row.join()}
          className={clsx(
            'grid grid-cols-[minmax(0,1fr)_52px_36px_36px] gap-2 @max-[224px]:grid-cols-[minmax(0,1fr)_52px_36px]',
            at === 0 && 'text-ink-3',
          )}
        >
          {row.map((cell, column) => (
            <span
              key={MEANS[0][column]}
              className={clsx('truncate', column > 1 && 'text-right', column > 2 && '@max-[224px]:hidden')}
            >
              {cell}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
