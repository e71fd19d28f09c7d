import type { ComponentProps, ReactNode } from 'react'

/** On or off, at once. Words beside it, or an `aria-label`. */
export function Switch({
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> & { children?: ReactNode }) {
  const input = (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className="switch h-[18px] w-[30px] flex-none appearance-none rounded-full"
    />
  )
  if (!children) return input
  return (
    <label className="flex items-center gap-2 py-1">
      {input}
      {children}
    </label>
  )
}
