import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useKeys } from '#lib/keys.ts'
import { usePhone } from '#lib/use-media.ts'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'
import { Kbd } from './kbd.tsx'
import * as texts from './texts.ts'

export interface FindFieldProps {
  /** The accessible name, such as `Search jobs`. Also the placeholder if there is room. */
  label: string
  value: string
  /** Called after a short pause in typing. */
  onChange: (value: string) => void
  /** Enter goes to the next match, Shift Enter to the previous one. */
  onStep?: ((by: 1 | -1) => void) | undefined
  /**
   * Whether Ctrl+F focuses this field, for a page that renders only a part of its content. Pressing Ctrl+F again opens
   * the browser’s search.
   */
  isFindInPage?: boolean
}

const PAUSE_MS = 200

/** The search field of a list. `/` focuses the field. Escape clears it, and a second Escape leaves it. */
export function FindField({ label, value, onChange, onStep, isFindInPage = false }: FindFieldProps) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const isPhone = usePhone()
  const send = useEffectEvent(onChange)
  useKeys({
    '/': () => field.current?.focus(),
    ...(isFindInPage && { 'mod+f': findInPage }),
  })

  function findInPage(): boolean {
    if (document.activeElement === field.current) return false
    field.current?.focus()
    field.current?.select()
    return true
  }

  // The URL reflects a sent value only after a short delay, so only a value other than the sent one replaces what is
  // being typed.
  if (value !== known) {
    setKnown(value)
    if (value !== sent.trim()) {
      setSent(value)
      setText(value)
    }
  }
  useEffect(() => {
    if (text === sent) return
    const timer = setTimeout(() => {
      setSent(text)
      send(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, sent])

  function onKeyDown(event: KeyboardEvent) {
    // During composition, keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && text === sent) onStep?.(event.shiftKey ? -1 : 1)
    if (event.key !== 'Escape') return
    if (text === '') field.current?.blur()
    else setText('')
  }

  return (
    <Input
      ref={field}
      type="search"
      inputSize="sm"
      aria-label={label}
      placeholder={isPhone ? texts.search : label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      lead={<Search className="icon-sm" />}
      tail={
        text ? (
          <IconButton
            size="sm"
            label={texts.clearField}
            icon={<X className="icon-sm" />}
            className="-mr-2.5 h-6! w-6! touch:h-9! touch:w-9!"
            onClick={() => {
              setText('')
              field.current?.focus()
            }}
          />
        ) : isPhone ? null : (
          <Kbd>/</Kbd>
        )
      }
      className={clsx(
        'w-54! phone:min-w-28 phone:flex-1 [&_input::-webkit-search-cancel-button]:hidden',
        text && 'phone:basis-full',
      )}
    />
  )
}
