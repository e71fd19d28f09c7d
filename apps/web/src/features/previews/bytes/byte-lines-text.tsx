import { usePhone } from '#lib/use-media.ts'
import { asciiText, bytesPerLine, hexText, hexWidth, LINE_HEIGHT, offsetText } from './byte-lines.ts'

const PHONE_PX = 390

/** A small number of bytes as a hex dump, rendered in full. */
export function ByteLines({ bytes, size }: { bytes: Uint8Array; size: number }) {
  const perLine = bytesPerLine(usePhone() ? PHONE_PX : Number.POSITIVE_INFINITY)
  const offsets = Array.from({ length: Math.ceil(bytes.length / perLine) }, (_, at) => at * perLine)
  return (
    <div className="min-w-max py-2 font-mono text-xs">
      {offsets.map((offset) => (
        <ByteLine
          key={offset}
          offset={offset}
          size={size}
          perLine={perLine}
          bytes={bytes.subarray(offset, offset + perLine)}
        />
      ))}
    </div>
  )
}

interface ByteLineProps {
  offset: number
  size: number
  perLine: number
  bytes: Uint8Array | undefined
}

/**
 * One line of a hex dump: its offset, bytes and characters. A placeholder replaces bytes that have not been loaded yet.
 */
export function ByteLine({ offset, size, perLine, bytes }: ByteLineProps) {
  const width = `${hexWidth(perLine)}ch`
  return (
    <div className="flex items-center gap-6 px-6 whitespace-pre phone:gap-4 phone:px-4" style={{ height: LINE_HEIGHT }}>
      <span className="text-ink-3">{offsetText(offset, size)}</span>
      {bytes ? (
        <>
          <span style={{ width }}>{hexText(bytes)}</span>
          <span className="text-ink-2">{asciiText(bytes)}</span>
        </>
      ) : (
        <span className="inline-block h-2 rounded-xs bg-line/60" style={{ width }} />
      )}
    </div>
  )
}
