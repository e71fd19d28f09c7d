import { ROW_HEIGHT } from '../table/grid-window.ts'
import { asciiText, BYTES_PER_LINE, hexText, offsetText } from './byte-lines.ts'

/** A few bytes, all of them in the page. */
export function ByteLines({ bytes, size }: { bytes: Uint8Array; size: number }) {
  const offsets = Array.from({ length: Math.ceil(bytes.length / BYTES_PER_LINE) }, (_, at) => at * BYTES_PER_LINE)
  return (
    <div className="min-w-max py-2 font-mono text-xs">
      {offsets.map((offset) => (
        <ByteLine key={offset} offset={offset} size={size} bytes={bytes.subarray(offset, offset + BYTES_PER_LINE)} />
      ))}
    </div>
  )
}

/** The offset of a line, its bytes, and its characters. Bytes that have not arrived are undefined. */
export function ByteLine({ offset, size, bytes }: { offset: number; size: number; bytes: Uint8Array | undefined }) {
  return (
    <div className="flex items-center gap-6 px-6 whitespace-pre phone:px-4" style={{ height: ROW_HEIGHT }}>
      <span className="text-ink-3">{offsetText(offset, size)}</span>
      {bytes ? (
        <>
          <span className="w-[48ch]">{hexText(bytes)}</span>
          <span className="text-ink-2">{asciiText(bytes)}</span>
        </>
      ) : (
        <span className="inline-block h-2 w-[48ch] rounded-xs bg-line/60" />
      )}
    </div>
  )
}
