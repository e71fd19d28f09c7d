import { Combobox } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { fill } from '#lib/fill.ts'
import { formatCount } from '#lib/format.ts'
import type { FieldControl } from './field.tsx'
import { fieldFrame } from './input.tsx'
import { type ListOption, OptionList } from './option-list.tsx'
import * as texts from './texts.ts'

/** Maximum number of chips drawn: thousands would freeze the page for seconds. */
const CHIPS_SHOWN = 200

export interface ChipFieldProps {
  values: readonly string[]
  onChange: (values: string[]) => void
  /**
   * Called with typed values that are not added yet, for a dialog whose button adds them. Without `onDraft`, typed
   * values are added when the field loses focus. The field may then grow, and move the button that is being pressed.
   */
  onDraft?: (draft: string[]) => void
  options?: readonly ListOption[]
  /**
   * Whether values besides the options may be typed. Enter adds the typed value if no option matches; a separator
   * always adds it. Default: true without `options`.
   */
  free?: boolean
  /** Separators of typed or pasted values. Default: commas. */
  separators?: RegExp
  placeholder?: string
  mono?: boolean
  disabled?: boolean
  autoFocus?: boolean
  control: Partial<FieldControl> & { 'aria-label'?: string }
}

/** Several values as chips, added by typing or from a list: tags, columns, numbers. */
export function ChipFieldBox(props: ChipFieldProps) {
  const {
    values,
    onChange,
    onDraft,
    options = [],
    placeholder,
    mono = false,
    separators = /,/,
    disabled = false,
    autoFocus,
    control,
  } = props
  const free = props.free ?? props.options === undefined
  const [text, setText] = useState('')
  const labels = new Map(options.map((option) => [option.value, option.label]))

  function type(next: string) {
    setText(next)
    onDraft?.(freshIn(next, values, separators))
  }

  function add() {
    const added = freshIn(text, values, separators)
    type('')
    if (added.length > 0) onChange([...values, ...added])
  }

  const isSeparator = (key: string) => key.length === 1 && separators.test(key)

  function onKeyDown(event: KeyboardEvent) {
    const matches = options.some((option) => option.label.toLowerCase().includes(text.trim().toLowerCase()))
    if (!free || text.trim() === '' || !(isSeparator(event.key) || (event.key === 'Enter' && !matches))) return
    event.preventDefault()
    event.stopPropagation()
    add()
  }

  return (
    <Combobox.Root
      multiple
      autoHighlight
      items={options.map((option) => option.value)}
      itemToStringLabel={(value: string) => labels.get(value) ?? value}
      value={[...values]}
      onValueChange={(next: string[]) => {
        if (next.length > values.length) type('')
        onChange(next)
      }}
      inputValue={text}
      // Base UI clears the field when it loses focus, before the typed text could be added.
      onInputValueChange={(next, { reason }) => (free && reason === 'input-clear' ? undefined : type(next))}
      disabled={disabled}
    >
      <Combobox.InputGroup className={clsx(fieldFrame, 'min-h-8 cursor-text px-1.5 py-[3px] touch:min-h-11')}>
        <Combobox.Chips className="flex w-full flex-wrap items-center gap-1">
          {values.slice(0, CHIPS_SHOWN).map((value) => (
            <Chip key={value} label={labels.get(value) ?? value} mono={mono} />
          ))}
          {values.length > CHIPS_SHOWN ? (
            <span className="px-1 text-ink-2">{fill(texts.andMore, formatCount(values.length - CHIPS_SHOWN))}</span>
          ) : null}
          <Combobox.Input
            {...control}
            autoFocus={autoFocus}
            placeholder={placeholder}
            className="h-6 min-w-24 flex-1 bg-transparent px-1 outline-none"
            onKeyDown={onKeyDown}
            onBlur={() => free && !onDraft && add()}
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      {options.length > 0 ? (
        <OptionList options={options} mono={mono} {...(free ? {} : { empty: texts.noMatches })} />
      ) : null}
    </Combobox.Root>
  )
}

function freshIn(text: string, values: readonly string[], separators: RegExp): string[] {
  const parts = text.split(separators).map((part) => part.trim())
  return [...new Set(parts)].filter((part) => part !== '' && !values.includes(part))
}

function Chip({ label, mono }: { label: string; mono: boolean }) {
  return (
    <Combobox.Chip
      aria-label={label}
      className={clsx(
        'flex h-[22px] max-w-full items-center rounded-md border border-line bg-tag pl-[7px] text-ink outline-none',
        'data-highlighted:border-accent',
        mono && 'font-mono text-xs',
      )}
    >
      <span className="truncate">{label}</span>
      <Combobox.ChipRemove
        aria-label={fill(texts.removeNamed, label)}
        className="grid h-5 w-6 flex-none place-items-center text-ink-3 hover:text-ink"
      >
        <X className="size-3!" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  )
}
