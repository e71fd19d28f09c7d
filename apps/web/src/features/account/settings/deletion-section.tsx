import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Section } from '#components/ui/section.tsx'
import { fill } from '#lib/fill.ts'
import { welcomeQuery } from '../account.queries.ts'
import { FormNotice } from '../form-notice.tsx'
import * as accountTexts from '../texts.ts'
import { useRequestDeletion } from './account-settings.queries.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** Deletes the account, but only after the link is opened and confirmed. Without SMTP, the link is in the outbox. */
export function DeletionSection({ email }: { email: string }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Section
      title={texts.deleteAccount}
      help={SETTINGS_TEXTS.deletion.help}
      actions={
        <Button variant="danger" icon={<Trash2 />} onClick={() => setIsAsking(true)}>
          {texts.deleteAccountMenu}
        </Button>
      }
    >
      {isAsking ? <DeletionDialog email={email} onClose={() => setIsAsking(false)} /> : null}
    </Section>
  )
}

function DeletionDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const request = useRequestDeletion()
  const { data: welcome } = useQuery(welcomeQuery())
  const sendsMail = welcome?.mail === 'smtp'
  if (request.isSuccess) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={sendsMail ? fill(texts.linkSentTo, email) : texts.linkCreated}
        actions={<Button onClick={onClose}>{texts.close}</Button>}
      >
        <p>{SETTINGS_TEXTS.deletion.sent}</p>
        {sendsMail ? null : <p className="mt-2">{accountTexts.passwordNoMail}</p>}
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.deleteYourAccount}
      actions={
        <>
          <Button onClick={onClose}>{texts.keepAccount}</Button>
          <Button variant="danger-fill" working={request.isPending} onClick={() => request.mutate()}>
            {sendsMail ? texts.emailMeTheLink : texts.createLink}
          </Button>
        </>
      }
    >
      {request.error ? (
        <div className="mb-3 text-sm">
          <FormNotice tone="error">{request.error.message}</FormNotice>
        </div>
      ) : null}
      <p>
        {SETTINGS_TEXTS.deletion.lost} {SETTINGS_TEXTS.deletion.kept}
      </p>
      <p className="mt-2">
        {sendsMail ? SETTINGS_TEXTS.deletion.byMail : accountTexts.passwordNoMail} {SETTINGS_TEXTS.deletion.next}
      </p>
    </Dialog>
  )
}
