import { Select } from '#components/ui/select.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { type Member, useChangeRole } from './active-organization.queries.ts'
import { assignableRoles, type CustomRole, isAllowed, mayAssign, type Permissions, roleLabel } from './permissions.ts'
import * as texts from './texts.ts'

interface RoleSelectProps {
  member: Member
  roles: readonly CustomRole[]
  held: Permissions
  isOwn: boolean
}

/**
 * Shows the role of a member and, if the signed-in user may change it, lets the user select another one. A change can
 * be undone.
 */
export function RoleSelect({ member, roles, held, isOwn }: RoleSelectProps) {
  const change = useChangeRole()
  const { id, role, user } = member
  if (isOwn || !isAllowed(held, 'member', 'update') || !mayAssign(held, role, roles)) {
    return <span className="text-ink-2">{roleLabel(role)}</span>
  }

  function assign(next: string) {
    if (next === role) return
    change.mutate(
      { memberId: id, role: next },
      {
        onSuccess: () =>
          toast.success(fill(texts.hasNewRole, user.name, withArticle(next)), {
            action: { label: texts.undo, run: () => change.mutate({ memberId: id, role }) },
          }),
      },
    )
  }

  const names = assignableRoles(held, roles)
  return (
    <Select
      aria-label={fill(texts.roleOf, user.name)}
      className="w-32! phone:w-28!"
      value={change.isPending ? change.variables.role : role}
      disabled={change.isPending}
      onChange={assign}
      options={[...new Set([...names, role])].map((name) => ({ value: name, label: roleLabel(name) }))}
    />
  )
}

function withArticle(role: string): string {
  return `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role}`
}
