import { Popover as Base } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'

export interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>
  open?: boolean
  /** Initially open, for popovers that are loaded on demand. */
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  /** Accessible name of the panel. */
  label: string
  className?: string
  /** On a phone, the panel is a sheet at the bottom edge, as wide as the screen. */
  sheetOnPhone?: boolean
  children: ReactNode
}

/** The content of `Popover`, loaded on demand. */
export function PopoverPopup(props: PopoverProps) {
  const {
    trigger,
    open,
    defaultOpen = false,
    onOpenChange,
    align = 'start',
    label,
    className,
    sheetOnPhone = false,
    children,
  } = props
  return (
    <Base.Root {...(open === undefined ? { defaultOpen } : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        {sheetOnPhone ? <Base.Backdrop className="backdrop fixed inset-0 z-40 bg-scrim sm:hidden" /> : null}
        {/* Keeps a tall panel below its button, where it scrolls. Beside the button, it would cover the content above. */}
        <Base.Positioner
          align={align}
          sideOffset={6}
          {...(sheetOnPhone && { collisionAvoidance: { fallbackAxisSide: 'none' } as const })}
          className={clsx(
            'z-40',
            sheetOnPhone && 'phone:fixed! phone:inset-x-0! phone:top-auto! phone:bottom-0! phone:transform-none!',
          )}
        >
          <Base.Popup
            aria-label={label}
            className={clsx(
              'pop rounded-lg bg-raised p-3 shadow-pop outline-none',
              className,
              sheetOnPhone && 'phone:max-h-[85dvh]! phone:w-full! phone:max-w-none! phone:rounded-b-none phone:p-4',
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
