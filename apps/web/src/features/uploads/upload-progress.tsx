import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Race } from '#components/ui/race.tsx'
import { FailedIcon } from '#components/ui/state-icon.tsx'
import { formatBytes, formatClock, formatDuration, formatPercent } from '#lib/format.ts'
import { paceOf } from '#lib/transfer-sums.ts'
import type { Transfer } from '#lib/transfers.ts'

/** How far a file is, in words and as a race. */
export function UploadProgress({ transfer }: { transfer: Transfer }) {
  if (transfer.state === 'sending') return <Sending transfer={transfer} />
  if (transfer.state === 'failed') return <Failed transfer={transfer} />
  if (transfer.state === 'done') return <Done transfer={transfer} />
  return <span className="text-xs text-ink-3">Waiting</span>
}

function Sending({ transfer }: { transfer: Transfer }) {
  const { file, sentBytes } = transfer
  const share = file.size === 0 ? 1 : sentBytes / file.size
  const { bytesPerSecond, msLeft } = paceOf([transfer])
  const allSent = share >= 1
  return (
    <>
      <div className="mb-1.5 flex justify-between text-xs">
        <span className="font-medium">{allSent ? 'Checking and storing' : formatPercent(share)}</span>
        <span className="text-ink-3">
          {allSent || msLeft === undefined ? null : `${formatBytes(bytesPerSecond)}/s, ${formatDuration(msLeft)} left`}
        </span>
      </div>
      <Race label={`Upload of ${file.name}`} value={share} />
    </>
  )
}

function Done({ transfer: { finishedAt, tags } }: { transfer: Transfer }) {
  return (
    <>
      <p className="flex items-center gap-1.5 font-medium text-success">
        <CircleCheck aria-hidden="true" />
        Done{finishedAt ? `, ${formatClock(finishedAt)}` : ''}
      </p>
      {tags.length > 0 ? <p className="truncate pl-[22px] text-xs text-ink-3">Tagged {tags.join(', ')}</p> : null}
    </>
  )
}

function Failed({ transfer: { error, retryable } }: { transfer: Transfer }) {
  if (!retryable) {
    return (
      <>
        <p className="flex items-center gap-1.5 font-medium text-warning">
          <TriangleAlert aria-hidden="true" />
          {error}
        </p>
        <p className="pl-[22px] text-xs text-ink-3">Split it, or ask an administrator for more.</p>
      </>
    )
  }
  return (
    <p role="alert" className="flex items-start gap-1.5 font-medium text-danger">
      <FailedIcon className="mt-0.5 size-4" />
      <span className="min-w-0 wrap-anywhere">{error}</span>
    </p>
  )
}
