import { Combobox } from '@base-ui/react/combobox'
import type { WidgetProps } from '@rjsf/utils'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { fieldFrame } from '#components/ui/input.tsx'
import { choicesOf } from '../field-kind.ts'
import { useFieldScope } from '../form-scope.ts'
import { type JsonSchema, typeOf } from '../json-schema.ts'
import { readNumber } from '../number-text.ts'
import { OptionList } from './option-list.tsx'

export interface ChipOption {
  value: string
  label: string
  meta?: string
}

interface ChipFieldProps {
  values: readonly string[]
  onChange: (values: string[]) => void
  /** Without options anything may be typed; Enter or a comma adds it. */
  options?: readonly ChipOption[]
  placeholder?: string
  mono?: boolean
  disabled?: boolean | undefined
}

/** Several values as chips, added by typing or from a list. */
export function ChipField({ values, onChange, options, placeholder, mono = false, disabled }: ChipFieldProps) {
  const { control } = useFieldScope()
  const [text, setText] = useState('')
  const labels = new Map(options?.map((option) => [option.value, option.label]))

  function add(typed: string) {
    const fresh = typed
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && !values.includes(part))
    setText('')
    if (fresh.length > 0) onChange([...values, ...fresh])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (options || (event.key !== 'Enter' && event.key !== ',')) return
    event.preventDefault()
    add(text)
  }

  return (
    <Combobox.Root
      multiple
      autoHighlight
      items={options?.map((option) => option.value) ?? []}
      itemToStringLabel={(value: string) => labels.get(value) ?? value}
      value={[...values]}
      onValueChange={(next: string[]) => onChange(next)}
      inputValue={text}
      onInputValueChange={setText}
      disabled={disabled ?? false}
    >
      <Combobox.InputGroup className={clsx(fieldFrame, 'min-h-8 cursor-text px-1.5 py-[3px] touch:min-h-11')}>
        <Combobox.Chips className="flex w-full flex-wrap items-center gap-1">
          {values.map((value) => (
            <Chip key={value} label={labels.get(value) ?? value} mono={mono} />
          ))}
          <Combobox.Input
            {...control}
            placeholder={placeholder}
            className="h-6 min-w-24 flex-1 bg-transparent px-1 outline-none"
            onKeyDown={onKeyDown}
            onBlur={() => !options && add(text)}
          />
        </Combobox.Chips>
      </Combobox.InputGroup>
      {options ? <OptionList options={options} mono={mono} /> : null}
    </Combobox.Root>
  )
}

function Chip({ label, mono }: { label: string; mono: boolean }) {
  return (
    <Combobox.Chip
      aria-label={label}
      className={clsx(
        'flex h-[22px] max-w-full items-center gap-0.5 rounded-md border border-line bg-tag pl-[7px] text-ink',
        'outline-none data-highlighted:border-accent',
        mono && 'font-mono text-xs',
      )}
    >
      <span className="truncate">{label}</span>
      <Combobox.ChipRemove
        aria-label={`Remove ${label}`}
        className="grid size-5 flex-none place-items-center text-ink-3 hover:text-ink"
      >
        <X aria-hidden="true" className="size-3!" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  )
}

/** A list of texts or numbers. */
export function ChipsWidget({ value, onChange, schema, disabled }: WidgetProps) {
  const items = (schema as JsonSchema).items ?? {}
  const numeric = typeOf(items) === 'number' || typeOf(items) === 'integer'
  const values = Array.isArray(value) ? value.map(String) : []
  return (
    <ChipField
      values={values}
      disabled={disabled}
      placeholder={values.length === 0 ? 'Type and press Enter' : ''}
      onChange={(next) => onChange(numeric ? next.map((text) => readNumber(text)) : next)}
    />
  )
}

/** Several of a fixed set. */
export function ChoicesWidget({ value, onChange, schema, disabled }: WidgetProps) {
  const choices = choicesOf((schema as JsonSchema).items ?? {})
  const options = choices.map((choice) => ({ value: String(choice.value), label: choice.label }))
  const values = Array.isArray(value) ? value.map(String) : []
  const left = options.length - values.length
  return (
    <ChipField
      values={values}
      options={options}
      disabled={disabled}
      placeholder={left > 0 ? `${left} ${values.length > 0 ? 'more ' : ''}to choose from` : ''}
      onChange={(next) => onChange(next.map((text) => choices.find((choice) => String(choice.value) === text)?.value))}
    />
  )
}
