import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'square'> {
  /** The accessible name, also shown as tooltip. */
  label: string
  icon: ReactNode
  keys?: string
}

/** A button that shows an icon only. */
export function IconButton({ label, icon, keys, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label} {...(keys ? { keys } : {})}>
      <Button {...rest} variant={variant} square aria-label={label} icon={icon} />
    </Tooltip>
  )
}
