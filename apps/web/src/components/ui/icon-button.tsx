import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'square'> {
  /** The accessible name, also shown as tooltip. */
  label: string
  icon: ReactNode
  /** Shown beside the icon on wide screens. */
  word?: string
  keys?: string
}

/** A button with only an icon or, on wide screens, an icon and a word. */
export function IconButton({ label, icon, word, keys, variant = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label} {...(keys ? { keys } : {})}>
      <Button
        {...rest}
        variant={variant}
        square
        aria-label={label}
        icon={icon}
        className={clsx(word && 'xl:w-auto! xl:px-2!', className)}
      >
        {word ? <span className="max-xl:hidden">{word}</span> : null}
      </Button>
    </Tooltip>
  )
}
