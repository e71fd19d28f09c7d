import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

interface TooltipProps {
  content: ReactNode
  /** Key caps shown after the words. */
  keys?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** The element that is explained. */
  children: ReactElement<Record<string, unknown>>
}

/** Words for something that shows none, on hover and focus. Never the only place of a fact on touch screens. */
export function Tooltip({ content, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="pop flex max-w-72 items-center gap-2 rounded-md bg-raised px-2 py-1 text-xs text-ink shadow-pop">
            {content}
            {keys ? <Kbd>{keys}</Kbd> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
