import { type ReactElement, useState } from 'react'
import { Menu } from '#components/ui/menu.tsx'
import { ContextMenuItems } from './context-menu-items.tsx'
import { CreateOrganizationDialog } from './create-organization-dialog.tsx'

/** The menu of the context switcher, opened. */
export function ContextPopup({ trigger }: { trigger: ReactElement<Record<string, unknown>> }) {
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Menu trigger={trigger} align="start" className="w-60" defaultOpen>
        <ContextMenuItems onCreate={() => setCreating(true)} />
      </Menu>
      {creating ? <CreateOrganizationDialog onClose={() => setCreating(false)} /> : null}
    </>
  )
}
