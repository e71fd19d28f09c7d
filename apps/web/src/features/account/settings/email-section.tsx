import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import type { SessionUser } from '#lib/session.ts'
import { welcomeQuery } from '../account.queries.ts'
import { FormNotice } from '../form-notice.tsx'
import { emailChangeQuery, useCancelEmailChange } from './account-settings.queries.ts'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import * as texts from './texts.ts'

/** The email address, and a requested one that awaits confirmation. */
export function EmailSection({ user }: { user: SessionUser }) {
  const { data: welcome } = useQuery(welcomeQuery())
  const [isChanging, setIsChanging] = useState(false)
  const { data: change } = useQuery(emailChangeQuery)
  const cancel = useCancelEmailChange()
  const sendsMail = welcome?.mail === 'smtp'
  return (
    <>
      <Section
        title={texts.email}
        help={
          <span className="text-sm text-ink-2">
            {user.email}
            {sendsMail && user.emailVerified ? (
              <CircleCheck role="img" className="icon-sm ml-1.5 inline text-success" aria-label={texts.confirmed} />
            ) : null}
          </span>
        }
        actions={<Button onClick={() => setIsChanging(true)}>{texts.changeEmail}</Button>}
      >
        {change ? (
          <FormNotice tone="hint">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 flex-1 basis-64">
                We emailed a link to <strong className="font-medium">{change.email}</strong>. Your address changes when
                you open it.
              </span>
              <Button size="sm" working={cancel.isPending} onClick={() => cancel.mutate()}>
                {texts.cancelChange}
              </Button>
            </span>
          </FormNotice>
        ) : null}
      </Section>
      {isChanging ? (
        <ChangeEmailDialog current={user.email} sendsMail={sendsMail} onClose={() => setIsChanging(false)} />
      ) : null}
    </>
  )
}
