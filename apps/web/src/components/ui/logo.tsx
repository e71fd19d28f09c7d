/** The logo: a six-paddle wheel above a flowing line. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="flex-none"
      role="img"
      aria-label="Millrace"
    >
      <g className="stroke-ink">
        <circle cx="18.5" cy="13" r="3.4" />
        <path d="M18.5 3.5v6.1M18.5 16.4v6.1M10.27 8.25l5.29 3.05M21.44 14.7l5.29 3.05M10.27 17.75l5.29-3.05M21.44 11.3l5.29-3.05" />
      </g>
      <path className="stroke-accent" d="M1.5 9.5h1.4A3 3 0 0 1 5.9 12.5a13.2 13.2 0 0 0 13.2 14.1H30.5" />
    </svg>
  )
}
