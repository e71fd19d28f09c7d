import { type ComponentProps, type ReactNode, useId } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> {
  checked: boolean
  /** The label. Without one, pass an `aria-label`. */
  children?: ReactNode
}

/** A switch whose change takes effect immediately. */
export function Switch({ children, checked, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-2">
      <input
        id={id}
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className="switch h-[18px] w-[30px] flex-none cursor-pointer appearance-none rounded-full"
      />
      {children ? (
        <label htmlFor={rest.id ?? id} className="py-1">
          {children}
        </label>
      ) : null}
    </span>
  )
}
