import type { ApiKey } from '@millrace/contracts/api-keys'
import { clsx } from 'clsx'
import { useMemo } from 'react'
import { Expiry } from '#components/ui/expiry.tsx'
import type { ListLayout } from '#components/ui/list-columns.ts'
import { ResourceList } from '#components/ui/resource-list.tsx'
import { Time } from '#components/ui/time.tsx'
import { fill } from '#lib/fill.ts'
import { useStableCallback } from '#lib/use-stable-callback.ts'
import { DeleteKeyButton, type KeyControls, KeySwitch, nameOf } from './key-controls.tsx'
import { KeyOwner } from './key-owner.tsx'
import { MaskedKey } from './masked-key.tsx'
import * as texts from './texts.ts'

interface KeyListProps {
  keys: readonly ApiKey[]
  newId: string | undefined
  controls: KeyControls
}

export function KeyList({ keys, newId, controls }: KeyListProps) {
  const onSwitch = useStableCallback(controls.onSwitch)
  const onDelete = useStableCallback(controls.onDelete)
  const layout = useMemo(() => keyListLayout(newId, { onSwitch, onDelete }), [newId, onSwitch, onDelete])
  return (
    <div className="phone:border-t phone:border-line">
      <ResourceList label={texts.apiKeys} rows={keys} layout={layout} rowHeight="44px" />
    </div>
  )
}

function keyListLayout(newId: string | undefined, controls: KeyControls): ListLayout<ApiKey> {
  return {
    keyOf: ({ id }) => id,
    nameOf,
    rowClass: ({ id }) => clsx('[&>td]:h-11', id === newId && 'bg-selected hover:bg-selected'),
    phone: (key) => <PhoneKey apiKey={key} controls={controls} />,
    columns: [
      { id: 'note', head: texts.name, cell: (key) => <KeyNote apiKey={key} isNew={key.id === newId} /> },
      {
        id: 'key',
        head: texts.key,
        width: 'w-[150px]',
        className: 'max-lg:hidden',
        cell: (key) => <MaskedKey apiKey={key} />,
      },
      {
        id: 'owner',
        head: texts.actsAs,
        width: 'w-[190px] max-xl:w-[112px]',
        className: 'text-ink-2',
        cell: ({ owner }) => <KeyOwner owner={owner} />,
      },
      {
        id: 'created',
        head: texts.created,
        width: 'w-[120px]',
        className: 'text-ink-2 max-xl:hidden',
        cell: ({ createdAt }) => <Time at={createdAt} />,
      },
      {
        id: 'used',
        head: texts.lastUsed,
        width: 'w-[120px]',
        className: 'text-ink-2 max-xl:hidden',
        cell: (key) => <LastUsed apiKey={key} />,
      },
      {
        id: 'expires',
        head: texts.expires,
        width: 'w-[160px] max-xl:w-[128px]',
        cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
      },
      {
        id: 'active',
        head: texts.active,
        width: 'w-[104px]',
        cell: (key) => <KeySwitch apiKey={key} controls={controls} />,
      },
      {
        id: 'delete',
        head: <span className="sr-only">{texts.deleteVerb}</span>,
        width: 'w-[76px]',
        right: true,
        cell: (key) => <DeleteKeyButton apiKey={key} controls={controls} />,
      },
    ],
  }
}

function PhoneKey({ apiKey, controls }: { apiKey: ApiKey; controls: KeyControls }) {
  return (
    <div className="px-4 py-2.5">
      <div className="flex items-center gap-3">
        <KeyNote apiKey={apiKey} isNew={false} className="flex-1 text-md" />
        <KeySwitch apiKey={apiKey} controls={controls} />
        <DeleteKeyButton apiKey={apiKey} controls={controls} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-2">
        <MaskedKey apiKey={apiKey} />
        <span className="flex min-w-0 items-center gap-1.5">
          {texts.actsAs} <KeyOwner owner={apiKey.owner} />
        </span>
      </div>
      <div className="mt-1 flex flex-wrap gap-x-4 text-xs text-ink-2">
        {apiKey.expiresAt ? <Expiry expiresAt={apiKey.expiresAt} lead={texts.expires} /> : texts.neverExpires}
        {apiKey.lastUsedAt ? (
          <span>
            {texts.lastUsed} <Time at={apiKey.lastUsedAt} />
          </span>
        ) : (
          <span>{texts.neverUsed}</span>
        )}
      </div>
    </div>
  )
}

function KeyNote({ apiKey, isNew, className }: { apiKey: ApiKey; isNew: boolean; className?: string }) {
  return (
    <span className={clsx('grid min-w-0 grid-cols-1 leading-4', className)}>
      <span className="flex min-w-0 items-center gap-2">
        <span className={clsx('truncate font-medium', !apiKey.active && 'text-ink-2')} title={nameOf(apiKey)}>
          {nameOf(apiKey)}
        </span>
        {isNew ? <span className="flex-none text-xs font-medium text-success">{texts.newLabel}</span> : null}
      </span>
      <KeyLimits apiKey={apiKey} />
    </span>
  )
}

const ACCESS = { read: texts.readOnly, run: texts.readAndRunJobs, manage: texts.fullAccess } as const

function KeyLimits({ apiKey: { scope, access, steps } }: { apiKey: ApiKey }) {
  const limits = [
    scope === 'worker' ? texts.forWorkers : ACCESS[access],
    ...(steps.length > 0 ? [steps.length === 1 ? `${steps[0]} only` : fill(texts.stepCount, steps.length)] : []),
  ]
  return (
    <span className="truncate text-xs text-ink-3" title={[limits.join(' · '), ...steps].join('\n')}>
      {limits.join(' · ')}
    </span>
  )
}

function LastUsed({ apiKey: { lastUsedAt, lastUsedFrom } }: { apiKey: ApiKey }) {
  if (!lastUsedAt) return <span className="text-ink-3">{texts.never}</span>
  return (
    <span className="block truncate" title={lastUsedFrom ?? undefined}>
      <Time at={lastUsedAt} className="cell-time" />
      {lastUsedFrom ? <span className="block truncate text-xs text-ink-3">{lastUsedFrom}</span> : null}
    </span>
  )
}
