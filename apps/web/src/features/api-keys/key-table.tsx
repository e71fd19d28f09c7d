import type { ApiKey } from '@millrace/contracts/api-keys'
import { clsx } from 'clsx'
import { Cell, HeadCell, Row, Table } from '#components/ui/table.tsx'
import { Time } from '#components/ui/time.tsx'
import { DeleteKeyButton, type KeyControls, KeySwitch, nameOf } from './key-controls.tsx'
import { KeyExpiry } from './key-expiry.tsx'
import { KeyMark } from './key-mark.tsx'
import { KeyOwner } from './key-owner.tsx'

export interface KeyListProps {
  keys: readonly ApiKey[]
  /** The key that was just made. */
  newId: string | undefined
  controls: KeyControls
}

/** The keys of a person, newest first. */
export function KeyTable({ keys, newId, controls }: KeyListProps) {
  return (
    <Table label="API keys" className="phone:hidden">
      <colgroup>
        <col />
        <col className="w-[150px] max-lg:hidden" />
        <col className="w-[190px] max-xl:w-[150px]" />
        <col className="w-[120px] max-xl:hidden" />
        <col className="w-[120px] max-xl:hidden" />
        <col className="w-[160px]" />
        <col className="w-[104px]" />
        <col className="w-[76px]" />
      </colgroup>
      <thead>
        <tr>
          <HeadCell>Note</HeadCell>
          <HeadCell className="max-lg:hidden">Key</HeadCell>
          <HeadCell>Works for</HeadCell>
          <HeadCell className="max-xl:hidden">Created</HeadCell>
          <HeadCell className="max-xl:hidden">Last used</HeadCell>
          <HeadCell>Expires</HeadCell>
          <HeadCell>Active</HeadCell>
          <HeadCell>
            <span className="sr-only">Delete</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} isNew={key.id === newId} controls={controls} />
        ))}
      </tbody>
    </Table>
  )
}

function KeyRow({ apiKey, isNew, controls }: { apiKey: ApiKey; isNew: boolean; controls: KeyControls }) {
  return (
    <Row className={clsx('[&>td]:h-11', isNew && 'bg-selected hover:bg-selected')}>
      <Cell>
        <span className="flex items-center gap-2">
          <KeyNote apiKey={apiKey} />
          {isNew ? <span className="text-xs font-medium text-success">new</span> : null}
        </span>
      </Cell>
      <Cell className="max-lg:hidden">
        <KeyMark apiKey={apiKey} />
      </Cell>
      <Cell className="text-ink-2">
        <KeyOwner owner={apiKey.owner} />
      </Cell>
      <Cell className="text-ink-2 max-xl:hidden">
        <Time at={apiKey.createdAt} />
      </Cell>
      <Cell className="text-ink-2 max-xl:hidden">
        <LastUsed at={apiKey.lastUsedAt} />
      </Cell>
      <Cell>
        <KeyExpiry expiresAt={apiKey.expiresAt} />
      </Cell>
      <Cell>
        <KeySwitch apiKey={apiKey} controls={controls} />
      </Cell>
      <Cell right>
        <DeleteKeyButton apiKey={apiKey} controls={controls} />
      </Cell>
    </Row>
  )
}

/** What a key is for, in its person's words. */
export function KeyNote({ apiKey }: { apiKey: ApiKey }) {
  return (
    <>
      <span className={clsx('truncate font-medium', !apiKey.active && 'text-ink-2')} title={nameOf(apiKey)}>
        {nameOf(apiKey)}
      </span>
      {apiKey.scope === 'worker' ? <span className="text-xs text-ink-3">for workers</span> : null}
    </>
  )
}

export function LastUsed({ at }: { at: string | null }) {
  return at ? <Time at={at} /> : <span className="text-ink-3">never</span>
}
