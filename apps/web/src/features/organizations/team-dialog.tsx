import { LIMITS } from '@millrace/contracts/limits'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { ConfirmDialog, Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { type Member, type Team, useDeleteTeam, useSaveTeam, useTeamMember } from './active-organization.queries.ts'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS } from './texts.ts'

interface TeamDialogProps {
  /** Undefined for a new team. */
  team: Team | undefined
  members: readonly Member[]
  mayRename: boolean
  mayDelete: boolean
  mayMove: boolean
  onClose: () => void
}

/** Creates a team, or edits or deletes an existing one. Its members are added and removed immediately. */
export function TeamDialog({ team, members, mayRename, mayDelete, mayMove, onClose }: TeamDialogProps) {
  const save = useSaveTeam(team?.id)
  const [isDeleting, setIsDeleting] = useState(false)
  const [name, setName] = useState(team?.name ?? '')
  const wanted = name.trim()
  const isUnchanged = wanted === '' || wanted === team?.name

  function submit() {
    if (isUnchanged || save.isPending) return
    save.mutate(wanted, {
      onSuccess() {
        toast.success(team ? texts.nameSaved : fill(texts.teamCreated, wanted))
        if (!team) onClose()
      },
    })
  }

  if (team && isDeleting) return <DeleteTeamDialog team={team} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={team ? team.name : texts.newTeam}
      actions={
        <>
          {team && mayDelete ? (
            <Button variant="danger" className="mr-auto" onClick={() => setIsDeleting(true)}>
              {texts.deleteTeamMenu}
            </Button>
          ) : null}
          <Button onClick={onClose}>{team ? texts.close : texts.cancel}</Button>
          {mayRename ? (
            <Button variant="primary" disabled={isUnchanged} working={save.isPending} onClick={submit}>
              {team ? texts.saveName : texts.createTeam}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-4 text-sm text-ink">
        {mayRename ? (
          <TextField
            label={texts.name}
            autoFocus={!team}
            maxLength={LIMITS.accountNameMax}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={({ key }) => key === 'Enter' && submit()}
          />
        ) : null}
        {team && mayMove ? <TeamMembers team={team} members={members} /> : null}
      </div>
    </Dialog>
  )
}

function TeamMembers({ team, members }: { team: Team; members: readonly Member[] }) {
  const move = useTeamMember(team)
  const isChanging = (userId: string) => move.isPending && move.variables.userId === userId
  return (
    <fieldset className="grid max-h-64 gap-1 overflow-y-auto">
      <legend className="mb-1 font-medium">{texts.members}</legend>
      {members.map(({ userId, user }) => (
        <Checkbox
          key={userId}
          checked={isChanging(userId) ? move.variables?.isMember : team.userIds.includes(userId)}
          disabled={move.isPending}
          onChange={({ target }) => move.mutate({ userId, isMember: target.checked })}
        >
          {user.name}
        </Checkbox>
      ))}
    </fieldset>
  )
}

function DeleteTeamDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const remove = useDeleteTeam(fill(texts.nameDeleted, team.name))
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={fill(texts.deleteQuestion, team.name)}
      confirm={texts.deleteTeam}
      keep={texts.keepTeam}
      working={remove.isPending}
      onConfirm={() => remove.mutate(team.id, { onSettled: onClose })}
    >
      {ORGANIZATION_TEXTS.team.removal}
    </ConfirmDialog>
  )
}
