import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { fill } from '#lib/fill.ts'
import { isRowPress, isTabPress, middleButtonProps } from '#lib/row-press.ts'
import { mainControl, setTabStops } from '#lib/tab-stops.ts'
import { touch } from '#lib/touch.ts'
import type { Value } from '#lib/value.ts'
import { Checkbox } from './checkbox.tsx'
import { type ListLayout, pageOf } from './list-columns.ts'
import { Cell, Row, RowActions } from './table.tsx'
import * as texts from './texts.ts'

interface ListRowProps<T> {
  row: T
  index: number
  layout: ListLayout<T>
  selected: boolean
  cursor: Value<string | undefined> | undefined
  onToggle: ((row: T, range: boolean) => void) | undefined
}

/** A resource in one line. Pressing the row anywhere except on a control opens the resource. */
export const ListRow = memo(PlainListRow) as typeof PlainListRow

function PlainListRow<T>({ row, index, layout, selected, cursor, onToggle }: ListRowProps<T>) {
  const { columns, keyOf, nameOf, page, onOpen, address, verbs, rowClass } = layout
  const key = keyOf(row)
  const { active, isStop } = useCursor(cursor, key, index)
  const element = useRef<HTMLTableRowElement>(null)
  // After each render, because the row’s buttons are mounted late.
  useLayoutEffect(() => {
    if (isStop !== undefined && element.current) setTabStops(element.current, isStop)
  })
  // On touch screens, no pointer hovers over a row before a tap, so the row’s buttons are mounted from the start.
  const [near, setNear] = useState(touch.matches)
  const router = useRouter()
  const comesNear = () => setNear(true)

  function open(event: MouseEvent) {
    const href = address?.(row) ?? (page && router.buildLocation(pageOf(page, key)).href)
    if (href && isTabPress(event)) window.open(href, '_blank', 'noopener')
    if (!(page || onOpen) || event.button !== 0 || !isRowPress(event)) return
    // Focused, because the browser’s Back button returns the focus to this control.
    if (element.current) mainControl(element.current)?.focus()
    if (page) void router.navigate({ href })
    else onOpen?.(row)
  }

  return (
    <Row
      ref={element}
      aria-rowindex={index + 2}
      selected={selected}
      active={active}
      className={[(page || onOpen) && 'cursor-pointer', rowClass?.(row)].filter(Boolean).join(' ')}
      onClick={open}
      onAuxClick={open}
      {...(page || address ? middleButtonProps : undefined)}
      // Not `onPointerEnter`, which also fires if a row scrolls under a resting pointer.
      onPointerMove={comesNear}
      onFocus={() => {
        comesNear()
        cursor?.set(key)
      }}
    >
      {onToggle ? (
        <Cell>
          <Checkbox
            aria-label={fill(texts.selectNamed, nameOf(row))}
            className="block"
            checked={selected}
            onChange={(event) => onToggle(row, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
          />
        </Cell>
      ) : null}
      {columns.map(({ id, right = false, className, title, cell }, at) => (
        <Cell key={id} right={right} className={className} title={title?.(row)}>
          {cell(row)}
          {verbs && (near || active) && at === columns.length - 1 ? <RowActions>{verbs(row)}</RowActions> : null}
        </Cell>
      ))}
    </Row>
  )
}

const NEVER = () => () => {}

/**
 * Returns whether the cursor is on the row (`active`), and whether the row is the tab stop of the list (`isStop`): the
 * row under the cursor or, if the cursor is on no row, the first row. In a list without a cursor, `isStop` is
 * undefined, and every control is a tab stop. When the cursor moves, only the rows that it leaves and reaches render
 * again.
 */
function useCursor(cursor: Value<string | undefined> | undefined, key: string, index: number) {
  const active = useSyncExternalStore(cursor?.subscribe ?? NEVER, () => cursor?.get() === key)
  const isFree = useSyncExternalStore(cursor?.subscribe ?? NEVER, () => index === 0 && cursor?.get() === undefined)
  return { active, isStop: cursor && (active || isFree) }
}
