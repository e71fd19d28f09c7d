import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { BUILT_IN, type CustomRole, isAllowed, mayAssign, roleLabel } from './permissions.ts'
import { RoleDialog } from './role-dialog.tsx'
import type { OrganizationProps } from './shared-props.ts'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS, PERMISSION_TEXTS } from './texts.ts'

export function RolesSection({ roles, held }: OrganizationProps) {
  const [openId, setOpenId] = useState<string>()
  const open = roles.find(({ id }) => id === openId)
  const mayChange = isAllowed(held, 'ac', 'update') || isAllowed(held, 'ac', 'delete')
  return (
    <Section
      title={texts.roles}
      actions={
        isAllowed(held, 'ac', 'create') ? (
          <Button
            size="sm"
            variant="quiet"
            className="-mr-2.5"
            icon={<Plus className="icon-sm" />}
            onClick={() => setOpenId('new')}
          >
            {texts.newRole}
          </Button>
        ) : null
      }
    >
      <dl className="grid grid-cols-[fit-content(120px)_1fr] gap-x-3 gap-y-2">
        {BUILT_IN.map((role) => (
          <RoleLine key={role} name={roleLabel(role)} text={ORGANIZATION_TEXTS.roles[role]} />
        ))}
        {roles
          .toSorted((a, b) => a.role.localeCompare(b.role))
          .map((role) => (
            <RoleLine
              key={role.id}
              name={roleLabel(role.role)}
              text={summaryOf(role)}
              {...(mayChange && mayAssign(held, role.role, roles) ? { onOpen: () => setOpenId(role.id) } : {})}
            />
          ))}
      </dl>
      {openId === 'new' || open ? (
        <RoleDialog
          key={openId}
          role={open}
          held={held}
          mayDelete={isAllowed(held, 'ac', 'delete')}
          onClose={() => setOpenId(undefined)}
        />
      ) : null}
    </Section>
  )
}

function RoleLine({ name, text, onOpen }: { name: string; text: string; onOpen?: () => void }) {
  return (
    <>
      <dt className="min-w-0 truncate" title={name}>
        {onOpen ? (
          <button
            type="button"
            className="flex max-w-full items-center gap-1 rounded-sm text-accent hover:underline"
            onClick={onOpen}
          >
            <span className="truncate">{name}</span>
            <Pencil className="icon-sm flex-none" />
          </button>
        ) : (
          name
        )}
      </dt>
      <dd className="text-ink-2">{text}</dd>
    </>
  )
}

/** Summarizes a role's permissions: `Invite people, remove members`. */
function summaryOf({ permission }: CustomRole): string {
  const granted = PERMISSION_TEXTS.filter(({ resource, action }) => permission[resource]?.includes(action))
  if (granted.length === 0) return ORGANIZATION_TEXTS.roles.custom
  return granted.map(({ text }, at) => (at === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1))).join(', ')
}
