import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { fill } from '#lib/fill.ts'
import { Mark } from '../text/line-text.tsx'
import { hitsIn, piecesOf } from '../text/text-hits.ts'
import * as texts from './texts.ts'
import type { FoldingRow, TreeLine } from './tree-line.ts'

interface TreeRowProps {
  id: string
  row: FoldingRow
  line: TreeLine
  top: number
  isCurrent: boolean
  /** The search term. `isHit` says whether this row is the current hit. */
  words: string
  isHit: boolean
  onToggle: () => void
}

/**
 * One row of a tree: the key, the value or a summary of its children, and, at the right edge, a button that copies the
 * path.
 */
export function TreeRow({ id, row, line, top, isCurrent, words, isHit, onToggle }: TreeRowProps) {
  const { depth, size, isOpen } = row
  const { name, text, note, tone, path } = line
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus and names the current line
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the tree
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isCurrent}
      {...(size ? { 'aria-expanded': isOpen } : {})}
      onClick={({ target }) => target instanceof Element && !target.closest('button') && onToggle()}
      className={clsx(
        'group/line absolute top-0 left-0 flex h-6 w-full touch:h-11 items-center gap-1 pr-4 font-mono text-xs whitespace-pre hover:bg-hover',
        isCurrent && 'group-focus-visible/tree:bg-selected',
        size || line.onRetry ? 'cursor-pointer' : '',
      )}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 20 + depth * 18 }}
    >
      <ChevronRight className={clsx('icon-sm text-ink-3', isOpen && 'rotate-90', !size && 'invisible')} />
      {name === undefined ? null : (
        <span className="text-ink-2">
          <Marked text={name} words={words} isHit={isHit} />:
        </span>
      )}
      {text ? (
        <span className={clsx('-m-0.5 max-w-[90ch] truncate p-0.5', tone)}>
          <Marked text={text} words={words} isHit={isHit} />
        </span>
      ) : null}
      {note ? <span className="font-sans text-ink-3">{note}</span> : null}
      <span className="sticky right-2 ml-auto rounded-sm bg-hover opacity-0 group-hover/line:opacity-100 focus-within:opacity-100 touch:hidden">
        {path === undefined ? null : <CopyButton text={path} label={fill(texts.copyPath, path)} className="h-5!" />}
      </span>
    </div>
  )
}

function Marked({ text, words, isHit }: { text: string; words: string; isHit: boolean }) {
  return piecesOf([{ text, style: undefined }], hitsIn([text], words)).map(({ text: part, at, hit }) =>
    hit ? (
      <Mark key={at} isCurrent={isHit}>
        {part}
      </Mark>
    ) : (
      part
    ),
  )
}
