import { Select as Base } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { fieldFrame } from './input.tsx'

export interface Option<T extends string> {
  value: T
  label: ReactNode
  disabled?: boolean
}

interface SelectProps<T extends string> {
  value: T | null
  onChange: (value: T) => void
  options: readonly Option<T>[]
  placeholder?: string
  size?: 'sm' | 'md' | 'lg'
  disabled?: boolean
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  className?: string
}

const HEIGHTS = { sm: 'h-7', md: 'h-8', lg: 'h-10' }

/** Chooses one of many options from a list. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { value, onChange, options, placeholder = 'Choose', size = 'md', disabled = false, className, ...rest } = props
  return (
    <Base.Root
      items={options.map(({ value: key, label }) => ({ value: key, label }))}
      value={value}
      disabled={disabled}
      onValueChange={(next) => next !== null && onChange(next as T)}
    >
      <Base.Trigger
        {...rest}
        className={clsx(fieldFrame, HEIGHTS[size], 'px-2.5 text-left touch:h-11 touch:text-lg', className)}
      >
        <span className="min-w-0 flex-1 truncate">
          <Base.Value>
            {(chosen: T | null) => labelOf(options, chosen) ?? <i className="text-ink-3 not-italic">{placeholder}</i>}
          </Base.Value>
        </span>
        <Base.Icon>
          <ChevronDown className="icon-sm text-ink-3" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="pop max-h-[min(320px,var(--available-height))] min-w-(--anchor-width) overflow-y-auto rounded-lg bg-raised p-1 shadow-pop outline-none">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 outline-none select-none data-disabled:text-ink-3 data-highlighted:bg-hover touch:h-11"
              >
                <Base.ItemText className="flex-1 truncate">{option.label}</Base.ItemText>
                <Base.ItemIndicator>
                  <Check className="icon-sm text-accent" />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function labelOf<T extends string>(options: readonly Option<T>[], value: T | null): ReactNode {
  return options.find((option) => option.value === value)?.label
}
