import { Combobox } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import type { FieldScope } from '#components/schema-form/form-scope.ts'
import { fieldFrame } from '#components/ui/input.tsx'
import { type ListOption, OptionList } from '#components/ui/option-list.tsx'

interface NameChoiceProps {
  control: FieldScope['control']
  options: readonly ListOption[]
  /** The chosen name. Empty if none is chosen. */
  name: string
  onChange: (name: string) => void
  disabled: boolean
  placeholder: string
  words: { show: string; none: string }
}

/** Combobox for a name in a file, such as a column. Also accepts a typed name when the field loses focus. */
export function NameChoice({ control, options, name, onChange, disabled, placeholder, words }: NameChoiceProps) {
  /** Text typed since a name was chosen. Kept here, because Base UI clears it when the list closes. */
  const typed = useRef<string>(undefined)

  function choose(next: string) {
    typed.current = undefined
    if (next !== name) onChange(next)
  }

  return (
    <Combobox.Root
      autoHighlight
      items={options.map((option) => option.value)}
      value={name === '' ? null : name}
      onValueChange={(next: string | null) => choose(next ?? '')}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') typed.current = text
      }}
      onOpenChange={(_, { reason }) => {
        if (reason === 'escape-key') typed.current = undefined
      }}
      disabled={disabled}
    >
      <Combobox.InputGroup className={clsx(fieldFrame, 'h-8 pr-1 pl-2.5 touch:h-11')}>
        <Combobox.Input
          {...control}
          placeholder={placeholder}
          className={clsx(
            'h-full w-full min-w-0 flex-1 bg-transparent outline-none',
            name !== '' && 'font-mono text-xs',
          )}
          onBlur={() => typed.current !== undefined && choose(nameOf(typed.current, options))}
        />
        <Combobox.Trigger aria-label={words.show} className="grid size-6 flex-none place-items-center text-ink-3">
          <ChevronDown className="icon-sm" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <OptionList options={options} mono empty={words.none} />
    </Combobox.Root>
  )
}

/** Text that matches no name is kept, so the form can report it. */
function nameOf(typed: string, options: readonly ListOption[]): string {
  const text = typed.trim()
  const isMeant = ({ value }: ListOption) => value.toLowerCase() === text.toLowerCase()
  return (options.find(({ value }) => value === text) ?? options.find(isMeant))?.value ?? text
}
