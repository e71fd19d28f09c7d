import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, memo, useState, useSyncExternalStore } from 'react'
import type { Value } from '#lib/value.ts'
import { Checkbox } from './checkbox.tsx'
import { type ListLayout, pageOf } from './list-columns.ts'
import { Cell, Row, RowActions } from './table.tsx'

interface ListRowProps<T> {
  row: T
  index: number
  layout: ListLayout<T>
  selected: boolean
  cursor: Value<string | undefined> | undefined
  onToggle: ((row: T, range: boolean) => void) | undefined
}

/** Fingers have no pointer that comes near first. */
const touch = matchMedia('(pointer: coarse)')

/** One resource in one line. Pressing anywhere but on a control opens it. */
export const ListRow = memo(PlainListRow) as typeof PlainListRow

function PlainListRow<T>({ row, index, layout, selected, cursor, onToggle }: ListRowProps<T>) {
  const { columns, keyOf, nameOf, page, verbs, rowClass } = layout
  const key = keyOf(row)
  const active = useIsActive(cursor, key)
  const [near, setNear] = useState(touch.matches)
  const navigate = useNavigate()
  const comesNear = () => setNear(true)

  function open(event: MouseEvent) {
    if (!page || (event.target as Element).closest('a, button, input, label, [role=menu]')) return
    void navigate(pageOf(page, key))
  }

  return (
    <Row
      aria-rowindex={index + 2}
      selected={selected}
      active={active}
      className={[page && 'cursor-pointer', rowClass?.(row)].filter(Boolean).join(' ')}
      onClick={open}
      onPointerEnter={comesNear}
      onFocus={comesNear}
    >
      {onToggle ? (
        <Cell>
          <Checkbox
            aria-label={`Select ${nameOf(row)}`}
            className="block"
            checked={selected}
            onChange={(event) => onToggle(row, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
          />
        </Cell>
      ) : null}
      {columns.map(({ id, right = false, className, title, cell }, at) => (
        <Cell key={id} right={right} className={className} title={title?.(row)}>
          {cell(row)}
          {verbs && at === columns.length - 1 ? <RowActions>{near || active ? verbs(row) : null}</RowActions> : null}
        </Cell>
      ))}
    </Row>
  )
}

const NEVER = () => () => {}

/** Only the rows that the cursor leaves and reaches render. */
function useIsActive(cursor: Value<string | undefined> | undefined, key: string): boolean {
  return useSyncExternalStore(cursor?.subscribe ?? NEVER, () => cursor?.get() === key)
}
