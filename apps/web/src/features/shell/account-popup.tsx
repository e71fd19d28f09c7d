import type { ReactElement } from 'react'
import { Menu } from '#components/ui/menu.tsx'
import { AccountMenuItems } from './account-menu-items.tsx'

/** The account menu of the sidebar. Initially open, because it is loaded only when its button is clicked. */
export function AccountPopup({ trigger }: { trigger: ReactElement<Record<string, unknown>> }) {
  return (
    <Menu trigger={trigger} side="top" align="start" className="w-56" defaultOpen>
      <AccountMenuItems />
    </Menu>
  )
}
