import type { NewApiKey } from '@millrace/contracts/api-keys'
import { Clock, User } from 'lucide-react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { SecretDialog } from '#components/ui/secret-dialog.tsx'
import { fill } from '#lib/fill.ts'
import { formatDay } from '#lib/format.ts'
import { KeyTrial, WorkerTrial } from './key-trial.tsx'
import * as texts from './texts.ts'

/** The secret of a new key, with code that tries it. */
export function NewKeySecret({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const { key, owner, expiresAt, scope } = apiKey
  const Trial = scope === 'worker' ? WorkerTrial : KeyTrial
  return (
    <SecretDialog
      wide
      title={texts.copyTheKeyNow}
      reminder={texts.notCopiedYet}
      warning={texts.notCopiedWarning}
      leave={texts.closeWithoutCopying}
      onClose={onClose}
    >
      {(onCopied) => (
        <>
          <p>
            The key <b className="font-medium text-ink">{apiKey.note}</b> is shown only once. If you lose it, create a
            new one.
          </p>
          <div className="mt-3.5 flex items-center gap-2.5 rounded-md border border-accent bg-sunken py-2 pr-2 pl-3.5 phone:flex-col phone:items-stretch phone:pl-2">
            <code className="mono min-w-0 flex-1 text-ink select-all wrap-anywhere" onCopy={onCopied}>
              {key}
            </code>
            <CopyButton text={key} label={texts.copyKey} words variant="primary" onCopied={onCopied} />
          </div>
          <ul className="mt-2.5 mb-4 flex flex-wrap gap-x-4.5 gap-y-1 text-xs">
            <li className="flex items-center gap-1.5">
              <Clock className="icon-sm text-ink-3" />
              {expiresAt ? fill(texts.expiresOn, formatDay(expiresAt)) : texts.neverExpires}
            </li>
            <li className="flex items-center gap-1.5">
              <User className="icon-sm text-ink-3" />
              Acts as {owner.name}
            </li>
          </ul>
          <Trial text={key} onCopied={onCopied} />
        </>
      )}
    </SecretDialog>
  )
}
