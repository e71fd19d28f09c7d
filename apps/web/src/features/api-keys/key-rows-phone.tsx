import { clsx } from 'clsx'
import { DeleteKeyButton, KeySwitch } from './key-controls.tsx'
import { KeyExpiry } from './key-expiry.tsx'
import { KeyMark } from './key-mark.tsx'
import { KeyOwner } from './key-owner.tsx'
import { type KeyListProps, KeyNote, LastUsed } from './key-table.tsx'

/** The keys on a phone: what it is and its switch, then the facts. */
export function KeyRowsPhone({ keys, newId, controls }: KeyListProps) {
  return (
    <ul className="border-t border-line sm:hidden" aria-label="API keys">
      {keys.map((key) => (
        <li key={key.id} className={clsx('border-b border-line px-4 py-2.5', key.id === newId && 'bg-selected')}>
          <div className="flex items-center gap-3 text-md">
            <span className="flex min-w-0 flex-1 items-baseline gap-2">
              <KeyNote apiKey={key} />
            </span>
            <KeySwitch apiKey={key} controls={controls} />
            <DeleteKeyButton apiKey={key} controls={controls} />
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-2">
            <KeyMark apiKey={key} />
            <KeyOwner owner={key.owner} />
          </div>
          <dl className="mt-1 flex flex-wrap gap-x-4 text-xs text-ink-2">
            <div className="flex gap-1.5">
              <dt className="text-ink-3">Expires</dt>
              <dd>
                <KeyExpiry expiresAt={key.expiresAt} />
              </dd>
            </div>
            <div className="flex gap-1.5">
              <dt className="text-ink-3">Last used</dt>
              <dd>
                <LastUsed at={key.lastUsedAt} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
