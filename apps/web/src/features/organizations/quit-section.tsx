import { LogOut, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmByNameDialog } from '#components/ui/confirm-by-name-dialog.tsx'
import { ConfirmDialog } from '#components/ui/dialog.tsx'
import { Section } from '#components/ui/section.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { type ActiveOrganization, useQuit } from './active-organization.queries.ts'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS } from './texts.ts'

interface QuitSectionProps {
  organization: ActiveOrganization
  mayDelete: boolean
}

export function QuitSection({ organization, mayDelete }: QuitSectionProps) {
  const { id, name, members } = organization
  const [asking, setAsking] = useState<'leave' | 'delete'>()
  const quit = useQuit(id, (how) =>
    toast.success(how === 'leave' ? fill(texts.youLeft, name) : fill(texts.nameDeleted, name)),
  )
  const close = () => setAsking(undefined)
  return (
    <>
      {members.length > 1 ? (
        <Section
          title={texts.leaveOrganization}
          help={ORGANIZATION_TEXTS.member.leaving}
          actions={
            <Button icon={<LogOut />} onClick={() => setAsking('leave')}>
              {texts.leave}
            </Button>
          }
        />
      ) : null}
      {mayDelete ? (
        <Section
          title={texts.deleteOrganization}
          help={ORGANIZATION_TEXTS.deletion}
          actions={
            <Button variant="danger" icon={<Trash2 />} onClick={() => setAsking('delete')}>
              {texts.deleteOrganizationMenu}
            </Button>
          }
        />
      ) : null}
      {asking === 'leave' ? (
        <ConfirmDialog
          open
          onClose={close}
          title={fill(texts.leaveQuestion, name)}
          confirm={texts.leaveOrganization}
          keep={texts.stay}
          working={quit.isPending}
          onConfirm={() => quit.mutate('leave')}
        >
          {ORGANIZATION_TEXTS.member.leaving}
          {quit.error ? (
            <p role="alert" className="mt-2 text-danger">
              {quit.error.message}
            </p>
          ) : null}
        </ConfirmDialog>
      ) : null}
      {asking === 'delete' ? (
        <ConfirmByNameDialog
          title={fill(texts.deleteQuestion, name)}
          name={name}
          confirm={texts.deleteOrganization}
          keep={texts.keepOrganization}
          working={quit.isPending}
          error={quit.error}
          onConfirm={() => quit.mutate('delete')}
          onClose={close}
        >
          {ORGANIZATION_TEXTS.deletion}
        </ConfirmByNameDialog>
      ) : null}
    </>
  )
}
