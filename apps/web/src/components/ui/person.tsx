import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'

interface PersonProps {
  name: string
  email: string
  /** After the name, such as "you". */
  mark?: ReactNode
}

/** A user in a list: avatar, name and address. */
export function Person({ name, email, mark }: PersonProps) {
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@')))
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
          {local}
          {/* Not broken in the middle while it fits into a line. */}
          <span className="phone:inline-block">{email.slice(local.length)}</span>
        </span>
      </span>
    </span>
  )
}
