import { Combobox } from '@base-ui/react/combobox'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'

export interface ListOption {
  value: string
  label: string
  /** Shown at the right: the kind of a column, a count. */
  meta?: string
}

interface OptionListProps {
  options: readonly ListOption[]
  mono?: boolean
  /** Shown if nothing matches. Without it, the list closes in that case. */
  empty?: string
}

/** The options of a combobox: name, `meta`, and a check mark if chosen. */
export function OptionList({ options, mono = false, empty }: OptionListProps) {
  const byValue = new Map(options.map((option) => [option.value, option]))
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50 outline-none data-empty:hidden">
        <Combobox.Popup className="pop max-h-[min(320px,var(--available-height))] w-(--anchor-width) min-w-56 overflow-y-auto rounded-lg bg-raised p-1 shadow-pop outline-none">
          {empty ? (
            <Combobox.Empty>
              <p className="px-2 py-1.5 text-ink-3">{empty}</p>
            </Combobox.Empty>
          ) : null}
          <Combobox.List>
            {(value: string) => (
              <Combobox.Item
                key={value}
                value={value}
                className="flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 outline-none select-none data-highlighted:bg-hover touch:h-11"
              >
                <span className={clsx('min-w-0 flex-1 truncate', mono && 'font-mono text-xs')}>
                  {byValue.get(value)?.label ?? value}
                </span>
                <span className="text-xs text-ink-3">{byValue.get(value)?.meta}</span>
                <Combobox.ItemIndicator>
                  <Check className="icon-sm text-accent" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
