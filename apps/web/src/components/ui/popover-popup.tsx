import { Popover as Base } from '@base-ui/react/popover'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'

export interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>
  open?: boolean
  /** Open from the start, for panels that are loaded when they are wanted. */
  defaultOpen?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  /** Accessible name of the panel. */
  label: string
  className?: string
  children: ReactNode
}

/** A small panel at a button: chips, tag editors, transfers. */
export function PopoverPopup(props: PopoverProps) {
  const { trigger, open, defaultOpen = false, onOpenChange, align = 'start', label, className, children } = props
  return (
    <Base.Root {...(open === undefined ? { defaultOpen } : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-40">
          <Base.Popup
            aria-label={label}
            className={clsx('pop rounded-lg bg-raised p-3 shadow-pop outline-none', className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
