import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { copyText } from '#lib/copy-text.ts'
import { touch } from '#lib/touch.ts'
import * as texts from './texts.ts'
import type { FoldingRow, TreeLine } from './tree-line.ts'
import { TreeRow } from './tree-row.tsx'
import type { TreeFind } from './use-tree-find.ts'

const LINE_HEIGHT = touch.matches ? 44 : 24
const KEYS = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter', ' ', 'c'])

interface TreeFrameProps<R extends FoldingRow> {
  rows: readonly R[]
  label: string
  lineOf: (row: R) => TreeLine
  onOpen: (row: R, isOpen: boolean) => void
  find: TreeFind
}

/**
 * A tree that is navigated with the arrow keys; `c` copies the path of the current row. Only the rows in view are
 * rendered.
 */
export function TreeFrame<R extends FoldingRow>({ rows, label, lineOf, onOpen, find }: TreeFrameProps<R>) {
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const [current, setCurrent] = useState('')
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are called in this render only
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  })
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === current),
  )

  const hit = find.hits[find.at]
  const reveal = useEffectEvent((id: string) => {
    const index = rows.findIndex((row) => row.id === id)
    if (index < 0) return
    setCurrent(id)
    virtual.scrollToIndex(index, { align: 'center' })
  })
  useEffect(() => {
    if (hit !== undefined) reveal(hit)
  }, [hit])

  function open(row: R, isOpen: boolean) {
    if (row.size) onOpen(row, isOpen)
    else lineOf(row).onRetry?.()
  }

  function goTo(index: number) {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (!row) return
    setCurrent(row.id)
    virtual.scrollToIndex(rows.indexOf(row), { align: 'auto' })
  }

  function goIn(row: R): void {
    if (row.size && !row.isOpen) open(row, true)
    else goTo(at + 1)
  }

  function goOut(row: R): void {
    if (row.isOpen) open(row, false)
    else goTo(parentOf(rows, at))
  }

  function move(key: string): void {
    const row = rows[at]
    if (!row) return
    if (key === 'ArrowDown') goTo(at + 1)
    if (key === 'ArrowUp') goTo(at - 1)
    if (key === 'Home') goTo(0)
    if (key === 'End') goTo(rows.length - 1)
    if (key === 'ArrowRight') goIn(row)
    if (key === 'ArrowLeft') goOut(row)
    if (key === 'Enter' || key === ' ') open(row, !row.isOpen)
    const { path } = lineOf(row)
    if (key === 'c' && path) void copyText(path, { said: texts.pathCopied })
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target !== frame.current) return
    event.preventDefault()
    move(event.key)
  }

  return (
    <div
      ref={frame}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${id}${at}`}
      onKeyDown={onKeyDown}
      className="scroll-thin group/tree min-h-0 flex-1 overflow-auto border-t border-line py-1.5 -outline-offset-2"
    >
      <div role="presentation" className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <TreeRow
              key={row.id}
              id={`${id}${index}`}
              row={row}
              line={lineOf(row)}
              top={start}
              isCurrent={index === at}
              words={find.words}
              isHit={row.id === hit}
              onToggle={() => {
                setCurrent(row.id)
                open(row, !row.isOpen)
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

function parentOf(rows: readonly FoldingRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.depth ?? 0) < depth) return index
  return 0
}
