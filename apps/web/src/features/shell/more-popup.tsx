import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuSeparator } from '#components/ui/menu.tsx'
import { AccountMenuItems } from './account-menu-items.tsx'
import { ContextMenuItems } from './context-menu-items.tsx'
import { BOTTOM_BAR_ITEMS, useNavItems } from './nav-items.ts'
import { StorageMeter } from './storage-meter.tsx'

/** The More menu of phones: everything that doesn't fit into the bottom bar. */
export function MorePopup({ trigger }: { trigger: ReactElement<Record<string, unknown>> }) {
  const items = useNavItems().filter(({ to }) => !BOTTOM_BAR_ITEMS.includes(to))
  return (
    <Menu trigger={trigger} side="top" className="w-64" defaultOpen>
      {items.map(({ to, label, fullLabel = label, icon: Icon }) => (
        <MenuItem key={to} icon={<Icon aria-hidden="true" />} render={<Link to={to} />}>
          {fullLabel}
        </MenuItem>
      ))}
      <StorageMeter />
      <MenuSeparator />
      <ContextMenuItems />
      <MenuSeparator />
      <AccountMenuItems />
    </Menu>
  )
}
