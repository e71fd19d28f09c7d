import type { NewApiKey } from '@millrace/contracts/api-keys'
import { Clock, TriangleAlert, User } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { formatDay } from '#lib/format.ts'
import { KeyTrial, WorkerTrial } from './key-trial.tsx'

/** The text of a new key, the only time it can be seen. Leaving without a copy has to be meant. */
export function KeyShownOnce({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  const onCopied = () => {
    setCopied(true)
    setAsking(false)
  }
  const { key, owner, expiresAt, scope } = apiKey
  const Trial = scope === 'worker' ? WorkerTrial : KeyTrial
  return (
    <Dialog open onClose={() => (copied ? onClose() : setAsking(true))} title="Copy the key now" wide>
      <p>
        The key <b className="font-medium text-ink">{apiKey.note}</b> is shown only once. If you lose it, create a new
        one.
      </p>
      <div className="mt-3.5 flex items-center gap-2.5 rounded-md border border-accent bg-sunken py-2 pr-2 pl-3.5 phone:flex-col phone:items-stretch phone:pl-2">
        <code className="mono min-w-0 flex-1 text-ink select-all wrap-anywhere" onCopy={onCopied}>
          {key}
        </code>
        <CopyButton text={key} label="Copy key" words variant="primary" onCopied={onCopied} />
      </div>
      <ul className="mt-2.5 mb-4 flex flex-wrap gap-x-4.5 gap-y-1 text-xs">
        <li className="flex items-center gap-1.5">
          <Clock className="icon-sm text-ink-3" aria-hidden="true" />
          {expiresAt ? `Expires ${formatDay(expiresAt)}` : 'Never expires'}
        </li>
        <li className="flex items-center gap-1.5">
          <User className="icon-sm text-ink-3" aria-hidden="true" />
          Acts as {owner.name}
        </li>
      </ul>
      <Trial text={key} onCopied={onCopied} />
      <Foot
        copied={copied}
        asking={asking}
        onClose={onClose}
        onAsk={() => setAsking(true)}
        onStay={() => setAsking(false)}
      />
    </Dialog>
  )
}

interface FootProps {
  copied: boolean
  asking: boolean
  onClose: () => void
  onAsk: () => void
  onStay: () => void
}

/** The way out. While it asks, Keep open takes the place of Close, so that a double click loses nothing. */
function Foot({ copied, asking, onClose, onAsk, onStay }: FootProps) {
  const warning = asking ? 'You haven’t copied the key. It won’t be shown again.' : 'Not copied yet'
  return (
    <div className="mt-5 flex min-h-8 flex-wrap items-center gap-3 text-sm">
      <span role={asking ? 'alert' : undefined} className="flex min-w-0 flex-1 items-center gap-1.5 text-xs">
        {copied ? null : (
          <span className="flex items-center gap-1.5 font-medium text-warning">
            <TriangleAlert className="icon-sm flex-none" aria-hidden="true" />
            {warning}
          </span>
        )}
      </span>
      {asking && !copied ? (
        <>
          <Button variant="danger" onClick={onClose}>
            Close without copying
          </Button>
          <Button onClick={onStay}>Keep open</Button>
        </>
      ) : (
        <Button onClick={copied ? onClose : onAsk}>Close</Button>
      )}
    </div>
  )
}
