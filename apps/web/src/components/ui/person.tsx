import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'
import { EmailAddress } from './email-address.tsx'

interface PersonProps {
  name: string
  email: string
  /** Shown after the name, such as "you". */
  mark?: ReactNode
}

/** A user in a list: avatar, name and email address. */
export function Person({ name, email, mark }: PersonProps) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} size={28} />
      <span className="min-w-0">
        <span className="flex gap-1.5">
          <span dir="auto" className="truncate text-left font-medium" title={name}>
            {name}
          </span>
          {mark ? <span className="text-ink-3">{mark}</span> : null}
        </span>
        <span className="block truncate text-xs text-ink-3 phone:whitespace-normal phone:wrap-anywhere" title={email}>
          <EmailAddress email={email} />
        </span>
      </span>
    </span>
  )
}
