import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'

interface BoxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  indeterminate?: boolean
}

interface CheckboxProps extends BoxProps {
  /** Without a label, pass an `aria-label`. */
  children?: ReactNode
}

export function Checkbox({ children, ...rest }: CheckboxProps) {
  const id = useId()
  if (!children) return <Box {...rest} />
  return (
    <span className="flex items-center gap-2">
      <Box {...rest} id={id} />
      <label htmlFor={id} className="py-1 text-ink-2">
        {children}
      </label>
    </span>
  )
}

function Box({ indeterminate = false, className, ...rest }: BoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <input
      {...rest}
      ref={box}
      type="checkbox"
      className={clsx(
        'checkbox size-[15px] flex-none cursor-pointer appearance-none rounded-sm border border-control bg-surface',
        'checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent',
        className,
      )}
    />
  )
}
