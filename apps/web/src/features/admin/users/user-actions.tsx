import type { AdministratedUser } from '@millrace/contracts/administration'
import { Ban, KeyRound, type LucideIcon, Mail, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { BanDialog } from './ban-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { SetPasswordDialog } from './set-password-dialog.tsx'
import * as texts from './texts.ts'
import { useSendReset, useUnban } from './users.queries.ts'

interface UserActionsProps {
  user: AdministratedUser
  onDeleted: () => void
}

export function UserActions({ user, onDeleted }: UserActionsProps) {
  const [asking, setAsking] = useState<'password' | 'ban' | 'delete'>()
  const sendReset = useSendReset()
  const unban = useUnban()
  const close = () => setAsking(undefined)
  return (
    <InspectorSection>
      <div className="-mx-2 grid grid-cols-1 justify-items-start">
        <Verb
          icon={Mail}
          onClick={() =>
            sendReset.mutate(user.email, { onSuccess: () => toast.success(fill(texts.resetLinkSentTo, user.email)) })
          }
        >
          {texts.sendResetLink}
        </Verb>
        <Verb icon={KeyRound} onClick={() => setAsking('password')}>
          {texts.setPasswordMenu}
        </Verb>
        {user.banned ? (
          <Verb
            icon={Undo2}
            onClick={() =>
              unban.mutate(user.id, { onSuccess: () => toast.success(fill(texts.canSignInAgain, user.name)) })
            }
          >
            {fill(texts.unban, user.name)}
          </Verb>
        ) : (
          <Verb danger icon={Ban} onClick={() => setAsking('ban')}>
            {fill(texts.banMenu, user.name)}
          </Verb>
        )}
        <Verb danger icon={Trash2} onClick={() => setAsking('delete')}>
          {texts.deleteAccountMenu}
        </Verb>
      </div>
      {asking === 'password' ? <SetPasswordDialog user={user} onClose={close} /> : null}
      {asking === 'ban' ? <BanDialog user={user} onClose={close} /> : null}
      {asking === 'delete' ? <DeleteUserDialog user={user} onClose={close} onDeleted={onDeleted} /> : null}
    </InspectorSection>
  )
}

interface VerbProps {
  icon: LucideIcon
  danger?: boolean
  onClick: () => void
  children: React.ReactNode
}

function Verb({ icon: Icon, danger = false, onClick, children }: VerbProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`flex h-8 max-w-full items-center gap-2.5 rounded-md px-2 hover:bg-hover touch:h-11 ${danger ? 'text-danger' : 'text-ink'}`}
    >
      <Icon aria-hidden="true" className={danger ? '' : 'text-ink-3'} />
      <span className="truncate">{children}</span>
    </button>
  )
}
