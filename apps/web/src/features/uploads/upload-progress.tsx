import { clsx } from 'clsx'
import { Ban, CircleCheck, TriangleAlert } from 'lucide-react'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { Race } from '#components/ui/race.tsx'
import { lostSince } from '#lib/connection.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatClock, formatDuration, formatPercent } from '#lib/format.ts'
import { paceOf, stalledMs } from '#lib/transfer-sums.ts'
import type { Transfer } from '#lib/transfers.ts'
import { useNow } from '#lib/use-now.ts'
import { useValue } from '#lib/value.ts'
import * as texts from './texts.ts'

export function UploadProgress({ transfer }: { transfer: Transfer }) {
  if (transfer.state === 'sending') return <Sending transfer={transfer} />
  if (transfer.state === 'failed') return <Failed transfer={transfer} />
  if (transfer.state === 'done') return <Done transfer={transfer} />
  if (transfer.state === 'canceled') return <Canceled />
  if (transfer.state === 'paused') return <Paused transfer={transfer} />
  return <Waiting transfer={transfer} />
}

function Waiting({ transfer: { file, size, sentBytes, isHeld } }: { transfer: Transfer }) {
  const isLost = useValue(lostSince) !== undefined
  const words = isLost || isHeld ? texts.connectionLostResumesAutomatically : texts.waiting
  if (sentBytes === 0) return <span className="text-xs text-ink-3">{words}</span>
  return (
    <>
      <div className="mb-1.5 flex justify-between gap-2 text-xs">
        <span className="font-medium">{formatPercent(sentBytes / size)}</span>
        <span className="text-ink-3">{words}</span>
      </div>
      <Race label={fill(texts.uploadOf, file.name)} value={sentBytes / size} flowing={false} />
    </>
  )
}

function Paused({ transfer: { file, size, sentBytes } }: { transfer: Transfer }) {
  return (
    <>
      <p className="mb-1.5 text-xs font-medium">{fill(texts.pausedAt, formatPercent(sentBytes / size))}</p>
      <Race label={fill(texts.uploadOf, file.name)} value={sentBytes / size} flowing={false} />
    </>
  )
}

function Canceled() {
  return (
    <p className="flex items-center gap-1.5 font-medium text-idle">
      <Ban />
      {texts.canceled}
    </p>
  )
}

function Sending({ transfer }: { transfer: Transfer }) {
  const { file, url, size, sentBytes, comparedBytes } = transfer
  if (comparedBytes !== undefined) return <Comparing name={file.name} share={comparedBytes / size} />
  if (url !== undefined && size === 0) return <Fetching transfer={transfer} />
  const share = size === 0 ? 1 : sentBytes / size
  const allSent = share >= 1
  return (
    <>
      <div className="mb-1.5 flex justify-between text-xs">
        <span className="font-medium">{allSent ? texts.checkingAndStoring : formatPercent(share)}</span>
        {allSent ? null : <Pace transfer={transfer} />}
      </div>
      <Race label={fill(texts.uploadOf, file.name)} value={share} />
    </>
  )
}

/** The size is unknown: the other server hasn't replied yet, or doesn't report it. */
function Fetching({ transfer }: { transfer: Transfer }) {
  const { file, sentBytes } = transfer
  return (
    <>
      <div className="mb-1.5 flex justify-between text-xs">
        <span className="font-medium">
          {sentBytes > 0 ? fill(texts.soFar, formatBytes(sentBytes)) : texts.connecting}
        </span>
        <Pace transfer={transfer} />
      </div>
      <Race label={fill(texts.uploadOf, file.name)} />
    </>
  )
}

function Comparing({ name, share }: { name: string; share: number }) {
  return (
    <>
      <p className="mb-1.5 text-xs font-medium">{fill(texts.comparingWithUploads, formatPercent(share))}</p>
      <Race label={fill(texts.comparisonOf, name)} value={share} tone="idle" />
    </>
  )
}

function Pace({ transfer }: { transfer: Transfer }) {
  const now = useNow()
  const { bytesPerSecond, msLeft } = paceOf([transfer], now)
  const stalled = stalledMs(transfer, now)
  if (stalled !== undefined)
    return <span className="text-warning">{fill(texts.noProgressFor, formatDuration(stalled))}</span>
  if (msLeft === undefined) return null
  return (
    <span className="text-ink-3">{fill(texts.speedAndLeft, formatBytes(bytesPerSecond), formatDuration(msLeft))}</span>
  )
}

function Done({ transfer: { finishedAt, tags, comparedBytes } }: { transfer: Transfer }) {
  return (
    <>
      <p className="flex items-center gap-1.5 font-medium text-success">
        <CircleCheck />
        Done{finishedAt ? ` at ${formatClock(finishedAt)}` : ''}
      </p>
      {comparedBytes === undefined ? null : (
        <p className="truncate pl-[22px] text-xs text-ink-3">{texts.alreadyHere}</p>
      )}
      {tags.length > 0 ? (
        <p className="truncate pl-[22px] text-xs text-ink-3">{fill(texts.tagged, tags.join(', '))}</p>
      ) : null}
    </>
  )
}

function Failed({ transfer: { error, advice, retryable } }: { transfer: Transfer }) {
  return (
    <div role="alert">
      <p className={clsx('flex items-start gap-1.5 font-medium', retryable ? 'text-danger' : 'text-warning')}>
        {retryable ? <FailedIcon className="mt-0.5 size-4" /> : <TriangleAlert className="mt-0.5 size-4" />}
        <span className="min-w-0 wrap-anywhere">{error}</span>
      </p>
      {advice ? <p className="pl-[22px] text-xs text-ink-3">{advice}</p> : null}
    </div>
  )
}
