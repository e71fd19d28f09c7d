import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { memo } from 'react'
import { type ListLayout, pageOf } from './list-columns.ts'
import { useLongPress } from './use-long-press.ts'

interface PhoneRowProps<T> {
  row: T
  layout: ListLayout<T>
  selected: boolean
  /** While rows are being selected, a tap selects instead of opening. */
  selecting: boolean
  onToggle: ((row: T, range: boolean) => void) | undefined
}

/** A row of a list on a phone. A tap opens the resource, and a long press selects it. */
export const PhoneRow = memo(PlainPhoneRow) as typeof PlainPhoneRow

function PlainPhoneRow<T>({ row, layout, selected, selecting, onToggle }: PhoneRowProps<T>) {
  const { keyOf, page, address, onOpen, phone, phoneAside, rowClass } = layout
  const href = address?.(row)
  const aside = phoneAside?.(row)
  const toggle = () => onToggle?.(row, false)
  const press = useLongPress(toggle)
  return (
    <li className={clsx('border-b border-line', aside && 'relative', selected && 'bg-selected', rowClass?.(row))}>
      {page ? (
        <Link
          {...(href ? { to: href } : pageOf(page, keyOf(row)))}
          className="flex gap-3 px-4 py-2.5 select-none"
          {...(onToggle ? press : {})}
          onClick={(event) => {
            if (!selecting) return
            event.preventDefault()
            toggle()
          }}
        >
          {phone(row)}
        </Link>
      ) : onOpen ? (
        <button type="button" className="flex w-full gap-3 px-4 py-2.5 text-left" onClick={() => onOpen(row)}>
          {phone(row)}
        </button>
      ) : (
        phone(row)
      )}
      {aside}
    </li>
  )
}
