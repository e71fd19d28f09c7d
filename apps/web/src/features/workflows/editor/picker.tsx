import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react'
import { Input } from '#components/ui/input.tsx'
import { fill } from '#lib/fill.ts'
import * as texts from './texts.ts'

export interface PickerItem {
  id: string
  group: string
  label: string
  meta?: string
  /** Further search terms that find the item. */
  words?: string
  icon: ReactNode
  /** Data that is carried when the item is dragged onto the canvas. */
  drag?: string
  onPick: () => void
}

interface PickerProps {
  label: string
  placeholder: string
  items: readonly PickerItem[]
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
  onEscape?: () => void
  /** Content between the field and the list. */
  notice?: ReactNode
  className?: string
}

/** Data transfer type of items that are dragged from a picker onto the canvas. */
export const DRAG_TYPE = 'application/x-millrace-step'

/** A searchable short list. Arrow keys move, and Enter picks. */
export function Picker({ label, placeholder, items, inputRef, autoFocus, onEscape, notice, className }: PickerProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = items.filter((item) =>
    words.every((word) => `${item.label} ${item.meta ?? ''} ${item.words ?? ''}`.toLowerCase().includes(word)),
  )
  const active = Math.min(at, found.length - 1)

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt(Math.max(0, Math.min(found.length - 1, active + step)))
    else if (event.key === '/' && isReplaced(event.currentTarget)) event.currentTarget.select()
    else if (event.key === 'Enter') {
      found[active]?.onPick()
      // Selects the text, so that the next search replaces it.
      event.currentTarget.select()
    } else if (event.key === 'Escape' && text !== '') setText('')
    else if (event.key === 'Escape') onEscape?.()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={clsx('group flex min-h-0 flex-col gap-2', className)}>
      <Input
        ref={inputRef}
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        autoFocus={autoFocus}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        lead={<Search className="icon-sm" />}
      />
      {notice}
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className={clsx(
          'scroll-thin min-h-0 overflow-y-auto mask-b-from-[calc(100%-16px)]',
          items.length > 0 && 'flex-1 pb-3',
        )}
      >
        {found.map((item, index) => (
          <Option
            key={item.id}
            id={`${listId}-${index}`}
            item={item}
            isActive={index === active}
            startsGroup={found[index - 1]?.group !== item.group}
          />
        ))}
        {found.length === 0 && items.length > 0 ? (
          <p className="px-2 py-1.5 text-ink-2">{fill(texts.noResultsFor, text)}</p>
        ) : null}
      </div>
    </div>
  )
}

/**
 * If all text is selected, the next keystroke would replace it. The shortcut `/`, which focuses the field, must not be
 * typed then.
 */
function isReplaced({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length
}

interface OptionProps {
  id: string
  item: PickerItem
  isActive: boolean
  startsGroup: boolean
}

function Option({ id, item, isActive, startsGroup }: OptionProps) {
  const { group, label, meta, icon, drag, onPick } = item
  return (
    <>
      {startsGroup ? (
        <div role="presentation" className="px-2 pt-2.5 pb-1 text-xs text-ink-3">
          {group}
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field above has the focus and handles the keys */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        draggable={drag !== undefined}
        ref={(element) => {
          if (isActive) element?.scrollIntoView({ block: 'nearest' })
        }}
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAG_TYPE, drag ?? '')
          event.dataTransfer.effectAllowed = 'copy'
        }}
        onClick={onPick}
        className={clsx(
          'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 hover:bg-hover touch:min-h-11',
          isActive && 'group-focus-within:bg-hover',
        )}
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block truncate">{label}</span>
          {meta ? <span className="block truncate text-xs text-ink-3">{meta}</span> : null}
        </span>
      </div>
    </>
  )
}
