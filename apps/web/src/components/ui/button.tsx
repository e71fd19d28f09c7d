import { createLink } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react'
import { type ButtonStyle, buttonClass } from './button-class.ts'
import { Spinner } from './spinner.tsx'

interface ButtonParts extends ButtonStyle {
  icon?: ReactNode
  /** While true the wheel takes the place of the icon and presses do nothing. */
  working?: boolean
}

export type ButtonProps = ButtonParts & ComponentProps<'button'>

/** The usual time between two clicks that systems take for one double click. */
const DOUBLE_CLICK_MS = 500

/**
 * A verb to press. On primary buttons, and on those that can work, a double click counts once, because the second click
 * may come before the first one is known to work.
 */
export function Button({ variant, size, square, icon, working, className, children, onClick, ...rest }: ButtonProps) {
  const inert = working || rest['aria-disabled'] === true
  const countsOnce = working === false || variant === 'primary'
  const clickedAt = useRef(Number.NEGATIVE_INFINITY)
  /** Browsers count clicks at a position, including clicks on another button that was there before. */
  function isSecond({ detail: clicks, timeStamp }: MouseEvent): boolean {
    const isOfThis = timeStamp - clickedAt.current < DOUBLE_CLICK_MS
    clickedAt.current = timeStamp
    return countsOnce && clicks > 1 && isOfThis
  }
  return (
    <button
      type="button"
      {...rest}
      aria-busy={working || undefined}
      onClick={(event) => (inert || isSecond(event) ? event.preventDefault() : onClick?.(event))}
      className={clsx(buttonClass({ variant, size, square }), working && !icon && 'wheel-room', className)}
    >
      <ButtonIcon icon={icon} working={working} />
      {children}
    </button>
  )
}

/** Without an icon of its own, a working button has a smaller wheel, for which its padding makes room. */
function ButtonIcon({ icon, working }: Pick<ButtonParts, 'icon' | 'working'>) {
  if (!working) return icon
  return icon ? <Spinner /> : <Spinner className="size-3.5!" />
}

function AnchorButton({
  variant,
  size,
  square,
  icon,
  working,
  className,
  children,
  ...rest
}: ButtonParts & ComponentProps<'a'>) {
  return (
    <a {...rest} className={clsx(buttonClass({ variant, size, square }), working && !icon && 'wheel-room', className)}>
      <ButtonIcon icon={icon} working={working} />
      {children}
    </a>
  )
}

/** A link of the router that looks like a button. */
export const ButtonLink = createLink(AnchorButton)
