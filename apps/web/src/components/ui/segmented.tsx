import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { formatTotal } from '#lib/format.ts'
import { BoldWidth } from './bold-width.tsx'

export interface Choice<T extends string> {
  value: T
  label: ReactNode
  /** Shown by `PillChoice`. If passed as undefined, space is reserved for it. */
  count?: number | undefined
  /** The real count may be higher than `count`. */
  isPartial?: boolean
}

interface SegmentedProps<T extends string> {
  /** The accessible name of the group. */
  label: string
  value: T
  onChange: (value: T) => void
  choices: readonly Choice<T>[]
  size?: 'sm' | 'md'
  id?: string
  className?: string
}

/** Chooses one of up to four options with joined buttons of equal width. Arrow keys change the choice. */
export function Segmented<T extends string>({
  label,
  value,
  onChange,
  choices,
  size = 'md',
  id,
  className,
}: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset
      id={id}
      aria-label={label}
      className={clsx(
        'relative grid min-w-0 auto-cols-fr grid-flow-col overflow-hidden rounded-md border border-control touch:h-11',
        size === 'sm' ? 'h-7' : 'h-8',
        className,
      )}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={clsx(
            'grid place-items-center border-l border-line px-3 text-ink-2 first:border-l-0 hover:bg-hover',
            'has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}

/** Filters a list with quiet pills that show counts: All 42, In progress 5. */
export function PillChoice<T extends string>({ label, value, onChange, choices, className }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset
      data-list-tools
      aria-label={label}
      className={clsx('scroll-fade-x relative flex min-w-0 gap-0.5 overflow-x-auto [scrollbar-width:none]', className)}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={clsx(
            'flex h-7 flex-none items-center gap-1.5 rounded-md px-2.5 whitespace-nowrap text-ink-2 hover:bg-hover touch:h-11',
            'has-checked:bg-selected has-checked:font-medium has-checked:text-ink',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="sr-only"
          />
          {typeof choice.label === 'string' ? <BoldWidth text={choice.label} /> : choice.label}
          {'count' in choice ? (
            <span className={clsx('font-normal text-ink-3', choice.count === undefined && 'min-w-[2ch]')}>
              {choice.count === undefined ? null : formatTotal(choice.count, choice.isPartial)}
            </span>
          ) : null}
        </label>
      ))}
    </fieldset>
  )
}
