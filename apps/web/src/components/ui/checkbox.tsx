import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  /** Words beside the box; without them give an `aria-label`. */
  children?: ReactNode
  indeterminate?: boolean
}

/** A box to tick. */
export function Checkbox({ children, indeterminate = false, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  const input = (
    <input
      {...rest}
      ref={box}
      type="checkbox"
      className={clsx(
        'checkbox size-[15px] flex-none appearance-none rounded-sm border border-control bg-surface',
        className,
      )}
    />
  )
  if (!children) return input
  return (
    <label className="flex items-center gap-2 py-1 text-ink-2">
      {input}
      {children}
    </label>
  )
}
