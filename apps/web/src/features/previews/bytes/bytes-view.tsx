import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Input } from '#components/ui/input.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatCount } from '#lib/format.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import { ScrollArea } from '../scroll-area.tsx'
import { rowSpace, rowWindow, scrollTopFor } from '../table/grid-window.ts'
import { useGridWindow } from '../table/use-grid-window.ts'
import { bytesPerLine, LINE_HEIGHT, offsetOf } from './byte-lines.ts'
import { ByteLine } from './byte-lines-text.tsx'
import { packedAdvice } from './packed-formats.ts'
import * as texts from './texts.ts'
import { useByteBlocks } from './use-byte-blocks.ts'

/** Shows a file as a hex dump. Bytes are fetched when they come into view. */
export function BytesView({ file, views, verbs }: { file: PreviewedFile; views?: ReactNode; verbs?: ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  const size = file.sizeInBytes
  const [perLine, setPerLine] = useState(bytesPerLine(Number.POSITIVE_INFINITY))
  const total = Math.ceil(size / perLine)
  const view = useGridWindow(frame, { total, rowHeight: LINE_HEIGHT })
  if (bytesPerLine(view.width) !== perLine) setPerLine(bytesPerLine(view.width))
  const { start, end, before } = rowWindow(view, total, LINE_HEIGHT)
  const offsets = Array.from({ length: end - start }, (_, at) => (start + at) * perLine)
  const bytesAt = useByteBlocks(file.links.Download, size, { start: start * perLine, end: end * perLine })
  const advice = packedAdvice(file)
  if (size === 0 || file.links.Download === undefined) return <NoPreview file={file} />

  function goTo(offset: number) {
    const line = Math.floor(offset / perLine)
    if (frame.current) frame.current.scrollTop = scrollTopFor(line, total, view.height, LINE_HEIGHT)
  }

  return (
    <>
      <PreviewToolbar views={views}>
        <OffsetField size={size} onOffset={goTo} />
        {verbs}
      </PreviewToolbar>
      {advice ? (
        <p className="flex-none border-t border-line bg-warning-soft px-6 py-1.5 text-xs phone:px-4">{advice}</p>
      ) : null}
      <ScrollArea ref={frame} label={fill(texts.bytesOf, file.name)} className="bg-surface dark:bg-sunken">
        <div className="relative my-1.5 min-w-max" style={{ height: rowSpace(total, LINE_HEIGHT).height }}>
          <div className="absolute top-0 left-0 font-mono text-xs" style={{ transform: `translateY(${before}px)` }}>
            {offsets.map((offset) => (
              <ByteLine
                key={offset}
                offset={offset}
                size={size}
                perLine={perLine}
                bytes={bytesAt(offset, Math.min(size, offset + perLine))}
              />
            ))}
          </div>
        </div>
      </ScrollArea>
      <footer className="flex h-8 flex-none items-center border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {fill(texts.bytes, formatCount(size), formatBytes(size))}
      </footer>
    </>
  )
}

function OffsetField({ size, onOffset }: { size: number; onOffset: (offset: number) => void }) {
  const [text, setText] = useState('')
  const offset = offsetOf(text, size)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (offset !== undefined) onOffset(offset)
  }
  return (
    <form onSubmit={onSubmit} className="phone:flex-1">
      <Input
        inputSize="sm"
        aria-label={texts.goToOffset}
        aria-invalid={text !== '' && offset === undefined}
        placeholder={texts.offsetSuchAs0x1f00}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="w-60! phone:w-full!"
      />
    </form>
  )
}
