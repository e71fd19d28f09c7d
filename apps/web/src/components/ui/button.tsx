import { createLink } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react'
import { type ButtonStyle, buttonClass } from './button-class.ts'
import { Spinner } from './spinner.tsx'

interface ButtonParts extends ButtonStyle {
  icon?: ReactNode
  /** While true, a spinner replaces the icon, and presses have no effect. */
  working?: boolean
}

export type ButtonProps = ButtonParts & ComponentProps<'button'>

/** Maximum time between the clicks of a double click, as usual in operating systems. */
const DOUBLE_CLICK_MS = 500

/**
 * A button. A double click counts once if the button is primary or the caller passes `working`, because `working` may
 * become true only after the second click.
 */
export function Button({ variant, size, square, icon, working, className, children, onClick, ...rest }: ButtonProps) {
  const inert = working || rest['aria-disabled'] === true
  const countsOnce = working === false || variant === 'primary'
  const clickedAt = useRef(Number.NEGATIVE_INFINITY)
  /**
   * Returns whether this is the second click of a double click on this button. The browser's count may include a click
   * on another button that was in the same place.
   */
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

/** Without an icon, the spinner is small enough for the padding. */
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

/** A router link that looks like a button. */
export const ButtonLink = createLink(AnchorButton)
