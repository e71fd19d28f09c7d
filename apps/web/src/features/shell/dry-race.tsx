const CHANNEL = 'M-84 9.5H2.9A3 3 0 0 1 5.9 12.5a13.2 13.2 0 0 0 13.2 14.1H121'

/** Illustration of the error pages: the logo's mill wheel beside an empty channel. */
export function DryRace() {
  return (
    <svg viewBox="-82.8 -1 202.6 34" className="block min-w-[900px] self-center" width="100%" aria-hidden="true">
      <g fill="none" strokeLinejoin="round">
        <path className="stroke-line-strong" strokeWidth="2" d={CHANNEL} />
        <path className="stroke-surface" strokeWidth="1.66" d={CHANNEL} />
        <g className="stroke-ink" strokeWidth="1.5" strokeLinecap="round">
          <circle cx="18.5" cy="13" r="3" />
          <path d="M18.5 3.5v6.5M18.5 16v6.5M10.27 8.25l5.63 3.25M21.1 14.5l5.63 3.25M10.27 17.75l5.63-3.25M21.1 11.5l5.63-3.25" />
        </g>
      </g>
    </svg>
  )
}
