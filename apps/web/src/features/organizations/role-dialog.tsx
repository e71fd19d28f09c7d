import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { ConfirmDialog, Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { useDeleteRole, useSaveRole } from './active-organization.queries.ts'
import { type CustomRole, isAllowed, type Permissions, roleLabel } from './permissions.ts'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS, PERMISSION_TEXTS } from './texts.ts'

interface RoleDialogProps {
  /** Undefined for a new role. */
  role: CustomRole | undefined
  /** The permissions of the user, who can't give any others. */
  held: Permissions
  mayDelete: boolean
  onClose: () => void
}

const NAME_MAX = 50

export function RoleDialog({ role, held, mayDelete, onClose }: RoleDialogProps) {
  const save = useSaveRole(role?.id)
  const [isDeleting, setIsDeleting] = useState(false)
  const [name, setName] = useState(role?.role ?? '')
  const [permission, setPermission] = useState<Permissions>(role?.permission ?? { ac: ['read'] })
  const wanted = name.trim().toLowerCase()

  function submit() {
    if (wanted === '' || save.isPending) return
    const given = Object.fromEntries(Object.entries(permission).map(([resource, actions]) => [resource, [...actions]]))
    save.mutate(
      { role: wanted, permission: given },
      {
        onSuccess() {
          toast.success(fill(texts.roleSaved, roleLabel(wanted)))
          onClose()
        },
      },
    )
  }

  if (role && isDeleting) return <DeleteRoleDialog role={role} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={role ? roleLabel(role.role) : texts.newRole}
      actions={
        <>
          {role && mayDelete ? (
            <Button variant="danger" className="mr-auto" onClick={() => setIsDeleting(true)}>
              {texts.deleteRoleMenu}
            </Button>
          ) : null}
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" disabled={wanted === ''} working={save.isPending} onClick={submit}>
            {role ? texts.saveRole : texts.createRole}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-sm text-ink">
        <p className="text-md text-ink-2">{ORGANIZATION_TEXTS.roles.help}</p>
        <TextField
          label={texts.name}
          autoFocus={!role}
          maxLength={NAME_MAX}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && submit()}
        />
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium">{texts.canAlso}</legend>
          {PERMISSION_TEXTS.filter(({ resource, action }) => isAllowed(held, resource, action)).map(
            ({ resource, action, text }) => (
              <Checkbox
                key={text}
                checked={isAllowed(permission, resource, action)}
                onChange={({ target }) => setPermission(withAction(permission, { resource, action }, target.checked))}
              >
                {text}
              </Checkbox>
            ),
          )}
        </fieldset>
      </div>
    </Dialog>
  )
}

function withAction(
  permission: Permissions,
  { resource, action }: { resource: string; action: string },
  isGiven: boolean,
): Permissions {
  const others = permission[resource]?.filter((one) => one !== action) ?? []
  return { ...permission, [resource]: isGiven ? [...others, action] : others }
}

function DeleteRoleDialog({ role, onClose }: { role: CustomRole; onClose: () => void }) {
  const remove = useDeleteRole(fill(texts.roleDeleted, roleLabel(role.role)))
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={fill(texts.deleteTheRole, roleLabel(role.role))}
      confirm={texts.deleteRole}
      keep={texts.keepRole}
      working={remove.isPending}
      onConfirm={() => remove.mutate(role.id, { onSettled: onClose })}
    >
      {ORGANIZATION_TEXTS.role.removal}
    </ConfirmDialog>
  )
}
