import type { AdministratedUser } from '@millrace/contracts/administration'
import { useState } from 'react'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { Select } from '#components/ui/select.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import * as texts from './texts.ts'
import { type Role, useSetRole } from './users.queries.ts'

const ROLES = [
  { value: 'user', label: texts.userRole },
  { value: 'admin', label: texts.adminRole },
] as const

/** Selects the role of a user. Each change must be confirmed. */
export function RoleSelect({ user }: { user: AdministratedUser }) {
  const setRole = useSetRole()
  const [wanted, setWanted] = useState<Role>()
  const { name } = user

  function change(role: Role) {
    setRole.mutate(
      { userId: user.id, role },
      {
        onSuccess: () =>
          toast.success(role === 'admin' ? fill(texts.isAnAdministrator, name) : fill(texts.isAUser, name)),
        onSettled: () => setWanted(undefined),
      },
    )
  }

  return (
    <>
      <Select
        size="sm"
        aria-label={fill(texts.roleOf, name)}
        value={user.role}
        options={ROLES}
        onChange={(role) => role !== user.role && setWanted(role)}
      />
      {wanted === undefined ? null : (
        <ConfirmDialog
          open
          onClose={() => setWanted(undefined)}
          danger={wanted === 'admin'}
          title={
            wanted === 'admin' ? fill(texts.makeAnAdministrator, name) : fill(texts.removeAdministratorRightsFrom, name)
          }
          confirm={wanted === 'admin' ? texts.makeAdministrator : texts.removeRights}
          keep={texts.keepRole}
          working={setRole.isPending}
          onConfirm={() => change(wanted)}
        >
          {wanted === 'admin' ? texts.whatAdministratorsCanDo : texts.roleChangeHelp}
        </ConfirmDialog>
      )}
    </>
  )
}
