import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import type { SessionUser } from '#lib/session.ts'
import { welcomeQuery } from '../account.queries.ts'
import { FormNotice } from '../form-notice.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'

/** The address, and a requested one that awaits its confirmation. */
export function EmailSection({ user }: { user: SessionUser }) {
  const { data: welcome } = useQuery(welcomeQuery())
  const [isChanging, setIsChanging] = useState(false)
  const [pending, setPending] = useState<string>()
  const sendsMail = welcome?.mail === 'smtp'
  return (
    <Section title="Email" actions={<Button onClick={() => setIsChanging(true)}>Change email</Button>}>
      <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
        {user.email}
        {sendsMail && user.emailVerified ? (
          <span className="flex items-center gap-1 text-xs text-success">
            <CircleCheck className="icon-sm" aria-hidden="true" />
            Confirmed
          </span>
        ) : null}
      </p>
      {pending && pending !== user.email ? (
        <div className="mt-2">
          <FormNotice tone="hint">
            We emailed a link to <strong className="font-medium">{pending}</strong>. Your address changes when you open
            it.
          </FormNotice>
        </div>
      ) : null}
      {isChanging ? (
        <ChangeEmailDialog
          current={user.email}
          sendsMail={sendsMail}
          onRequested={setPending}
          onClose={() => setIsChanging(false)}
        />
      ) : null}
    </Section>
  )
}
