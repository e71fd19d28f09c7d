const WIDTH = 120
const HEIGHT = 18

/** The distribution of a column's values, from low to high. Rare values keep a visible bar. */
export function Histogram({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts, 1)
  // If all values are equal, a single bar of the usual width is shown in the middle.
  const only = counts.length === 1 ? WIDTH / 2 - WIDTH / 40 : 0
  const step = counts.length === 1 ? WIDTH / 20 : WIDTH / counts.length
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-[18px] w-full max-w-[140px] overflow-visible"
    >
      <rect x="0" y={HEIGHT - 0.5} width={WIDTH} height="0.5" className="fill-line-strong" />
      {counts.map((count, index) => {
        const height = count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity except their position
            key={index}
            x={only + index * step + step * 0.08}
            y={HEIGHT - height}
            width={step * 0.84}
            height={height}
            className="fill-accent/65"
          />
        )
      })}
    </svg>
  )
}

/** The share of rows that have a value. */
export function Completeness({ share }: { share: number }) {
  return (
    <span
      aria-hidden="true"
      className="meter mt-[13px] flex h-[5px] w-full max-w-[140px] overflow-hidden rounded-xs bg-line"
    >
      <span className="meter-fill bg-accent/35" style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  )
}

/** The most frequent values of a column as bars whose width is their share. */
export function Shares({ shares }: { shares: readonly number[] }) {
  return (
    <span
      aria-hidden="true"
      className="meter mt-[13px] flex h-[5px] w-full max-w-[140px] gap-px overflow-hidden rounded-xs bg-line"
    >
      {shares.map((share, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity except their position
          key={at}
          className="meter-fill bg-accent/65"
          style={{ width: `${share * 100}%`, opacity: 1 - at * 0.25 }}
        />
      ))}
    </span>
  )
}
