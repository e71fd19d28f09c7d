import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChipField } from '#components/ui/chip-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Select } from '#components/ui/select.tsx'
import { welcomeQuery } from '#features/account/account.queries.ts'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { type Refusal, useInvite } from './active-organization.queries.ts'
import { addressFault } from './invitations.ts'
import { assignableRoles, roleLabel } from './permissions.ts'
import type { OrganizationProps } from './shared-props.ts'
import * as texts from './texts.ts'
import { ORGANIZATION_TEXTS } from './texts.ts'

const SEPARATORS = /[\s,;]/

/** Invites several people with one role. Addresses that can't be invited stay in the dialog, each with the reason. */
export function InviteDialog({ organization, roles, held, onClose }: OrganizationProps & { onClose: () => void }) {
  const invite = useInvite()
  const { data: welcome } = useQuery(welcomeQuery())
  const [emails, setEmails] = useState<string[]>([])
  const [draft, setDraft] = useState<string[]>([])
  const [role, setRole] = useState('member')
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const [checked, setChecked] = useState(false)
  const [round, setRound] = useState(0)
  const wanted = onceEach([...emails, ...draft])
  const members = new Set(organization.members.map(({ user }) => user.email.toLowerCase()))
  const faults = wanted.flatMap((email) => addressFault(email, members) ?? [])

  function submit() {
    setChecked(true)
    const wrong = faultsIn(wanted, members)
    if (wrong.length > 0) keep(wanted, wrong)
    if (wanted.length === 0 || wrong.length > 0 || invite.isPending) return
    invite.mutate({ emails: wanted, role }, { onSuccess: (left) => finish(wanted.length - left.length, left) })
  }

  function finish(sent: number, left: readonly Refusal[]) {
    if (sent > 0) toast.success(`${plural(sent, 'invitation')} ${welcome?.mail === 'smtp' ? 'sent' : 'created'}`)
    if (left.length === 0) return onClose()
    keep(
      left.map(({ email }) => email),
      left,
    )
  }

  /** Shows the addresses as chips, including one that was only typed, so that each can be removed. */
  function keep(addresses: string[], reasons: readonly Refusal[]) {
    setRefused(reasons)
    setEmails(addresses)
    setDraft([])
    setRound(round + 1)
  }

  return (
    <FormDialog
      wide
      title={fill(texts.invitePeopleTo, organization.name)}
      save={
        wanted.length > 1
          ? fill(texts.inviteCount, plural(wanted.length - faults.length, 'person', 'people'))
          : texts.invite
      }
      working={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-md text-ink-2">
        {welcome?.mail === 'outbox' ? ORGANIZATION_TEXTS.invite.byLink : ORGANIZATION_TEXTS.invite.byMail}
      </p>
      <Field
        label={texts.emailAddresses}
        help={ORGANIZATION_TEXTS.invite.help}
        error={checked && wanted.length === 0 ? ORGANIZATION_TEXTS.invite.missing : undefined}
      >
        {(control) => (
          <ChipField
            key={round}
            control={control}
            autoFocus
            free
            separators={SEPARATORS}
            values={emails}
            onChange={(next) => {
              setEmails(next)
              setRefused(refused.filter(({ email }) => next.includes(email)))
            }}
            onDraft={setDraft}
          />
        )}
      </Field>
      <Refused refused={refused} />
      <Field label={texts.role}>
        {(control) => (
          <Select
            {...control}
            value={role}
            onChange={setRole}
            options={assignableRoles(held, roles).map((name) => ({ value: name, label: roleLabel(name) }))}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Removes duplicate addresses, case-insensitively. */
function onceEach(emails: readonly string[]): string[] {
  return [...new Map(emails.toReversed().map((email) => [email.toLowerCase(), email])).values()].toReversed()
}

function faultsIn(emails: readonly string[], members: ReadonlySet<string>): Refusal[] {
  return emails.flatMap((email) => {
    const reason = addressFault(email, members)
    return reason ? [{ email, reason }] : []
  })
}

function Refused({ refused }: { refused: readonly Refusal[] }) {
  if (refused.length === 0) return null
  return (
    <div role="alert">
      <ul className="grid gap-1 text-xs text-danger">
        {refused.map(({ email, reason }) => (
          <li key={email} className="wrap-anywhere">
            <strong className="font-medium">{email}</strong> {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}
