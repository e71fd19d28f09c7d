import type { AdministratedOrganization } from '@millrace/contracts/administration'
import { Avatar } from '#components/ui/avatar.tsx'
import { type Column, type ListLayout, shownColumns } from '#components/ui/list-columns.ts'
import { Time } from '#components/ui/time.tsx'
import { formatBytes, formatCount, plural } from '#lib/format.ts'
import { planName } from '../names.ts'
import * as texts from './texts.ts'

type Row = AdministratedOrganization

interface Options {
  /** The ids of the visible columns, separated by dots. Undefined for the default columns. */
  chosen: string | undefined
  openId: string | undefined
  onOpen: (row: Row) => void
}

export function organizationListLayout({ chosen, openId, onOpen }: Options): ListLayout<Row> {
  return {
    columns: shownColumns(organizationColumns(onOpen), chosen),
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    onOpen,
    address: ({ id }) => `/admin/organizations?organization=${id}`,
    rowClass: ({ id }) => (id === openId ? 'bg-selected hover:bg-selected' : undefined),
    phone: (row) => <PhoneOrganization row={row} />,
  }
}

/** Returns all columns of the list of organizations, including those hidden by default. */
export function organizationColumns(onOpen: (row: Row) => void): Column<Row>[] {
  return [
    {
      id: 'name',
      head: texts.name,
      skeleton: 'tile',
      required: true,
      sort: { by: 'name' },
      values: ({ name }) => ({ Name: name }),
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={row.name} size={24} square />
          <button
            type="button"
            dir="auto"
            className="min-w-0 truncate text-left font-medium hover:underline"
            title={row.name}
            onClick={() => onOpen(row)}
          >
            {row.name}
          </button>
        </span>
      ),
    },
    {
      id: 'owners',
      head: texts.owner,
      width: 'w-[22%] @max-4xl/table:w-[20%]',
      className: 'text-ink-2 max-lg:hidden',
      title: ({ owners }) => owners.join(', '),
      cell: ({ owners }) => <Owners names={owners} />,
      values: ({ owners }) => ({ Owner: owners.join('; ') }),
    },
    {
      id: 'members',
      head: texts.members,
      width: 'w-24 @max-4xl/table:w-22',
      right: true,
      sort: { by: 'members', first: 'Descending' },
      cell: ({ members }) => formatCount(members),
      values: ({ members }) => ({ Members: members }),
    },
    {
      id: 'plan',
      head: texts.plan,
      width: 'w-28 @max-4xl/table:w-20',
      className: 'text-ink-2',
      sort: { by: 'plan' },
      cell: ({ plan }) => planName(plan),
      values: ({ plan }) => ({ Plan: planName(plan) }),
    },
    {
      id: 'usedBytes',
      head: texts.storage,
      width: 'w-24 @max-4xl/table:w-22',
      right: true,
      sort: { by: 'usedBytes', first: 'Descending' },
      cell: ({ usedBytes }) => formatBytes(usedBytes),
      values: ({ usedBytes }) => ({ 'Storage in bytes': usedBytes }),
    },
    {
      id: 'createdAt',
      head: texts.created,
      width: 'w-32 @max-4xl/table:w-26',
      className: 'text-ink-2',
      sort: { by: 'createdAt', first: 'Descending' },
      cell: ({ createdAt }) => <Time at={createdAt} />,
      values: ({ createdAt }) => ({ Created: createdAt }),
    },
  ]
}

function Owners({ names: [first, ...others] }: { names: readonly string[] }) {
  return (
    <span className="flex gap-1.5">
      <span className="min-w-0 truncate">{first ?? '–'}</span>
      {others.length > 0 ? <span className="flex-none">+{others.length}</span> : null}
    </span>
  )
}

function PhoneOrganization({ row }: { row: Row }) {
  return (
    <>
      <Avatar name={row.name} size={28} square />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-md font-medium">{row.name}</span>
        <span className="flex gap-3 text-xs text-ink-2">
          <span className="flex-1">{plural(row.members, 'member')}</span>
          <span>
            {planName(row.plan)} · {formatBytes(row.usedBytes)}
          </span>
        </span>
      </span>
    </>
  )
}
