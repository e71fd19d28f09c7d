import { Ban, Check } from 'lucide-react'
import { Avatar } from '#components/ui/avatar.tsx'
import { type Column, type ListLayout, shownColumns } from '#components/ui/list-columns.ts'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { formatDay } from '#lib/format.ts'
import { planName } from '../names.ts'
import * as texts from './texts.ts'
import type { ListedUser } from './users.queries.ts'

type OnOpen = (user: ListedUser) => void

interface Options {
  /** The ids of the visible columns, separated by dots. Undefined for the default columns. */
  chosen: string | undefined
  openId: string | undefined
  onOpen: OnOpen
}

export function userListLayout({ chosen, openId, onOpen }: Options): ListLayout<ListedUser> {
  return {
    // The organizations column is hidden while the inspector is open, because the inspector needs the space and shows
    // the same organizations.
    columns: shownColumns(userColumns(onOpen), chosen).filter(({ id }) => !openId || id !== 'organizations'),
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    onOpen,
    address: ({ id }) => `/admin/users?user=${id}`,
    rowClass: ({ id }) => (id === openId ? 'bg-selected hover:bg-selected' : undefined),
    phone: (user) => <PhoneUser user={user} />,
  }
}

/** Returns all columns of the list of users, including those hidden by default. */
export function userColumns(onOpen: OnOpen): Column<ListedUser>[] {
  return [
    {
      id: 'name',
      head: texts.name,
      required: true,
      sort: { by: 'name' },
      cell: (user) => <UserName user={user} onOpen={onOpen} />,
      values: ({ name, banned }) => ({ Name: name, Banned: yesOrNo(banned ?? false) }),
    },
    {
      id: 'email',
      head: texts.email,
      width: 'w-[26%] @max-5xl/table:w-[32%]',
      className: 'text-ink-2 max-lg:hidden',
      sort: { by: 'email' },
      cell: ({ email }) => <MiddleTruncate text={email} ends={emailEnds(email)} />,
      values: ({ email }) => ({ Email: email }),
    },
    {
      id: 'role',
      head: texts.role,
      width: 'w-20 @max-5xl/table:w-18',
      sort: { by: 'role' },
      cell: (user) => <RoleWord user={user} />,
      values: ({ role }) => ({ Role: role ?? 'user' }),
    },
    {
      id: 'plan',
      head: texts.plan,
      width: 'w-24',
      className: 'text-ink-2 @max-5xl/table:hidden',
      sort: { by: 'plan' },
      cell: ({ plan }) => planName(plan),
      values: ({ plan }) => ({ Plan: planName(plan) }),
    },
    {
      id: 'emailVerified',
      head: texts.verified,
      width: 'w-24 @max-5xl/table:w-20',
      cell: ({ emailVerified }) => <Verified isVerified={emailVerified} />,
      values: ({ emailVerified }) => ({ Verified: yesOrNo(emailVerified) }),
    },
    {
      id: 'organizations',
      head: texts.organizations,
      width: 'w-44',
      className: 'text-ink-2 max-xl:hidden',
      title: ({ organizations }) => organizations.join(', '),
      cell: organizationText,
      values: (user) => ({ Organizations: organizationText(user) }),
    },
    {
      id: 'lastSeenAt',
      head: texts.lastSeen,
      width: 'w-28',
      className: 'text-ink-2',
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? texts.never : <Time at={lastSeenAt} />),
      values: ({ lastSeenAt }) => ({ 'Last seen': lastSeenAt }),
    },
    {
      id: 'createdAt',
      head: texts.created,
      extra: true,
      width: 'w-32',
      className: 'text-ink-2',
      sort: { by: 'createdAt', first: 'Descending' },
      cell: ({ createdAt }) => <Time at={createdAt} />,
      values: ({ createdAt }) => ({ Created: createdAt }),
    },
  ]
}

/** Splits an email address so that its domain is never truncated. */
function emailEnds(email: string): [head: string, tail: string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, at), email.slice(at)]
}

function organizationText({ organizations: [first], organizationCount }: ListedUser): string {
  if (first === undefined) return '–'
  return organizationCount > 1 ? `${first} +${organizationCount - 1}` : first
}

function yesOrNo(is: boolean): string {
  return is ? texts.yes : texts.no
}

function UserName({ user, onOpen }: { user: ListedUser; onOpen: OnOpen }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={user.name} size={24} />
      <button
        type="button"
        dir="auto"
        className="min-w-0 truncate text-left font-medium hover:underline"
        title={user.name}
        onClick={() => onOpen(user)}
      >
        {user.name}
      </button>
      <Banned user={user} short />
    </span>
  )
}

interface BannedProps {
  user: Pick<ListedUser, 'banned' | 'banExpires'>
  /** Whether to omit the day on which the ban ends. */
  short?: boolean
}

/** Label of a banned user. An expired ban is lifted at the next sign-in. */
export function Banned({ user: { banned, banExpires }, short = false }: BannedProps) {
  if (!banned) return null
  const words = banExpires ? fill(texts.bannedUntil, formatDay(banExpires)) : texts.banned
  return (
    <span className="flex flex-none items-center gap-1 text-xs text-danger" title={words}>
      <Ban className="icon-sm" />
      {short ? texts.banned : words}
    </span>
  )
}

function RoleWord({ user: { role } }: { user: ListedUser }) {
  return role === 'admin' ? (
    <b className="font-medium">{texts.adminRole}</b>
  ) : (
    <span className="text-ink-2">{texts.userRole}</span>
  )
}

function Verified({ isVerified }: { isVerified: boolean }) {
  return (
    <span className="flex items-center gap-1.5 text-ink-2">
      {isVerified ? <Check className="icon-sm text-success" /> : null}
      {yesOrNo(isVerified)}
    </span>
  )
}

function PhoneUser({ user }: { user: ListedUser }) {
  return (
    <>
      <Avatar name={user.name} size={28} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-md">
          <bdi className="min-w-0 truncate font-medium">{user.name}</bdi>
          <Banned user={user} />
        </span>
        <span className="flex gap-3 text-xs text-ink-2">
          <span className="min-w-0 flex-1 truncate">{user.email}</span>
          <span className="flex-none">
            {user.role === 'admin' ? `${texts.adminRole} · ` : ''}
            {planName(user.plan)}
          </span>
        </span>
      </span>
    </>
  )
}
