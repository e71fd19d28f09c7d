import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { fill } from '#lib/fill.ts'
import { type Member, useRemoveMember } from './active-organization.queries.ts'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS } from './texts.ts'

export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useRemoveMember(fill(texts.memberRemoved, member.user.name))
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={fill(texts.removeQuestion, member.user.name)}
      confirm={texts.removeMember}
      keep={texts.keepMember}
      working={remove.isPending}
      onConfirm={() => remove.mutate(member.id, { onSettled: onClose })}
    >
      {ORGANIZATION_TEXTS.member.removal}
    </ConfirmDialog>
  )
}
