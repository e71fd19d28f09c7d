import { LIMITS } from '@millrace/contracts/limits'
import type { PreviewCell } from '@millrace/contracts/previews'
import { Copy, X } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { type CellRange, sizeOf } from './cell-range.ts'
import * as texts from './texts.ts'

interface RangeStripProps {
  range: CellRange
  onCopy: () => void
  onClose: () => void
}

export function RangeStrip({ range, onCopy, onClose }: RangeStripProps) {
  const { rows, columns } = sizeOf(range)
  return (
    <section
      aria-label={texts.selection}
      className="flex flex-none items-center gap-3 border-t border-line bg-sunken px-6 py-2 phone:px-4"
    >
      <p role="status" className="flex-1 text-xs text-ink-2">
        {fill(texts.selected, plural(rows, 'row'), plural(columns, 'column'))}
      </p>
      <Button size="sm" variant="quiet" icon={<Copy className="icon-sm" />} onClick={onCopy}>
        {texts.copyCells}
      </Button>
      <IconButton size="sm" label={texts.clearSelection} icon={<X className="icon-sm" />} onClick={onClose} />
    </section>
  )
}

interface CellStripProps {
  column: string
  /** The row's number in the file, 1-based; undefined while the row is loading. */
  row: number | undefined
  cell: PreviewCell | undefined
  onClose: () => void
}

/**
 * Shows the content of one cell to read and copy. Previews include only the start of a long cell. An empty string is
 * distinguished from a missing value.
 */
export function CellStrip({ column, row, cell, onClose }: CellStripProps) {
  const isCut = cell?.endsWith('…') && [...cell].length > LIMITS.previewCellCharacters
  return (
    <section
      aria-label={texts.cell}
      className="flex flex-none items-start gap-3 border-t border-line bg-sunken px-6 py-2 phone:px-4"
    >
      <p className="flex-none pt-1 text-xs text-ink-3">
        <span className="font-mono text-ink-2">{column}</span>
        {row === undefined ? '' : `, row ${formatCount(row)}`}
      </p>
      <p
        role="status"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long cell scrolls, also by keys
        tabIndex={0}
        className="scroll-thin max-h-28 min-h-6 min-w-0 flex-1 overflow-y-auto pt-0.5 wrap-anywhere whitespace-pre-wrap"
      >
        {cell ? cell : <span className="text-ink-3">{textFor(cell)}</span>}
        {isCut ? (
          <span className="block text-xs text-ink-3">
            {fill(texts.cellIsCut, formatCount(LIMITS.previewCellCharacters))}
          </span>
        ) : null}
      </p>
      <span className="flex flex-none items-center">
        {cell ? <CopyButton text={cell} label={isCut ? texts.copyShownText : texts.copyCell} /> : null}
        <IconButton size="sm" label={texts.closeCell} icon={<X className="icon-sm" />} onClick={onClose} />
      </span>
    </section>
  )
}

function textFor(cell: PreviewCell | undefined): string {
  if (cell === undefined) return 'Loading…'
  return cell === null ? '∅ No value' : texts.emptyText
}
