import type { ReactElement } from 'react'
import { Menu } from '#components/ui/menu.tsx'
import { ContextMenuItems } from './context-menu-items.tsx'

/** The menu of the context switcher. Initially open, because it is loaded only when its button is clicked. */
export function ContextPopup({ trigger }: { trigger: ReactElement<Record<string, unknown>> }) {
  return (
    <Menu trigger={trigger} align="start" className="w-60" defaultOpen>
      <ContextMenuItems />
    </Menu>
  )
}
