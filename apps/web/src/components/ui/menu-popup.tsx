import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { MenuParts, type MenuProps } from './menu-parts.ts'

/** The content of `Menu`, loaded on demand. It opens as soon as it is loaded. */
export function MenuPopup({ trigger, align = 'end', side = 'bottom', className, children }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            className={clsx(
              'pop scroll-thin max-h-(--available-height) min-w-44 overflow-y-auto rounded-lg bg-raised p-1 shadow-pop outline-none',
              className,
            )}
          >
            <MenuParts value={Base}>{children}</MenuParts>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
