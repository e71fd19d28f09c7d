import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import { ExactNumber } from './exact-number.ts'
import { type JsonRow, type JsonValue, pathText, plainText, summaryOf } from './json-rows.ts'
import * as texts from './texts.ts'

interface JsonLineProps {
  id: string
  row: JsonRow
  top: number
  isCurrent: boolean
  onToggle: () => void
}

const LONGEST = 2000

/** One line of the tree: key, value or what is inside, and a button that copies the way to it. */
export function JsonLine({ id, row, top, isCurrent, onToggle }: JsonLineProps) {
  const { depth, name, size, isOpen, value, pointer } = row
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
        'group/line absolute top-0 left-0 flex h-6 w-full items-center gap-1 pr-4 font-mono text-xs whitespace-pre hover:bg-hover',
        isCurrent && 'group-focus-visible/tree:bg-selected',
        size ? 'cursor-pointer' : '',
      )}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 20 + depth * 18 }}
    >
      <ChevronRight
        aria-hidden="true"
        className={clsx('icon-sm text-ink-3', isOpen && 'rotate-90', !size && 'invisible')}
      />
      {name === undefined ? null : <span className="text-ink-2">{name}:</span>}
      <span className={clsx('max-w-[90ch] truncate', toneOf(value))}>{words(value, size, isOpen)}</span>
      {size ? <span className="font-sans text-2xs text-ink-3">{formatCount(size)}</span> : null}
      <span className="opacity-0 group-hover/line:opacity-100 focus-within:opacity-100 touch:hidden">
        <CopyButton text={pathText(pointer)} label={fill(texts.copyPath, pathText(pointer))} className="h-5!" />
      </span>
    </div>
  )
}

function words(value: JsonValue, size: number | undefined, isOpen: boolean): string {
  if (size === undefined) return plainText(value).slice(0, LONGEST)
  const isList = Array.isArray(value)
  if (size === 0) return isList ? '[]' : '{}'
  return isOpen ? (isList ? '[' : '{') : summaryOf(value)
}

function toneOf(value: JsonValue): string {
  if (typeof value === 'string') return 'text-success'
  if (typeof value === 'number' || value instanceof ExactNumber) return 'text-accent'
  if (typeof value === 'boolean') return 'text-violet'
  return 'text-ink-3'
}
