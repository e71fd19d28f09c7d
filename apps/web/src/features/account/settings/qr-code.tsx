import encodeQR from 'qr'
import { useMemo } from 'react'

/**
 * A QR code as a single path. It is drawn in the browser, because its text is a secret, and dark on light in both
 * themes, because scanners need that.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: 4 }), [text])
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
