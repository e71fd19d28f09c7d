import { Link } from '@tanstack/react-router'
import { Ban, CircleCheck, RotateCw, X } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { FailedIcon } from '#components/ui/failed-icon.tsx'
import { FileTile } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { Race } from '#components/ui/race.tsx'
import { fill } from '#lib/fill.ts'
import { formatBytes, formatCount, formatPercent } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { mayTryAgain, stopOrRemove } from '#lib/transfer-verbs.ts'
import { isOpen, retryTransfer, type Transfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'

const SHOWN = 50

/** The latest uploads of this tab, newest first. */
export function TransferList({ transfers }: { transfers: readonly Transfer[] }) {
  if (transfers.length === 0) {
    return (
      <p className="px-4 py-3.5 text-ink-2">
        {texts.noUploadsYet}{' '}
        <Link to={'/workdata/upload' as string} className="font-medium text-accent">
          {texts.uploadFiles}
        </Link>
      </p>
    )
  }
  return (
    <ul className="scroll-thin max-h-96 overflow-y-auto py-1">
      {transfers
        .slice(-SHOWN)
        .toReversed()
        .map((transfer) => (
          <TransferItem key={transfer.id} transfer={transfer} />
        ))}
      {transfers.length > SHOWN ? (
        <li className="px-4 py-2">
          <Link to={'/workdata/upload' as string} className="font-medium text-accent">
            {fill(texts.showAllUploads, formatCount(transfers.length))}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}

function TransferItem({ transfer }: { transfer: Transfer }) {
  const { file, id } = transfer
  return (
    <li className="flex items-center gap-2.5 px-3 py-2">
      <FileTile name={file.name} />
      <div className="min-w-0 flex-1">
        {transfer.href ? (
          <Link
            to={`/workdata/explorer/${encodeLink(transfer.href)}` as string}
            className="block font-medium hover:text-accent"
          >
            <MiddleTruncate text={file.name} />
          </Link>
        ) : (
          <MiddleTruncate text={file.name} className="font-medium" />
        )}
        <TransferState transfer={transfer} />
      </div>
      {mayTryAgain(transfer) ? (
        <Button
          variant="quiet"
          size="sm"
          square
          aria-label={fill(texts.tryAgainNamed, file.name)}
          onClick={() => retryTransfer(id)}
          icon={<RotateCw className="icon-sm" />}
        />
      ) : null}
      <Button
        variant="quiet"
        size="sm"
        square
        aria-label={isOpen(transfer) ? fill(texts.cancelNamed, file.name) : fill(texts.removeFromList, file.name)}
        onClick={(event) => stopOrRemove(transfer, event.currentTarget)}
        icon={<X className="icon-sm" />}
      />
    </li>
  )
}

function TransferState({ transfer }: { transfer: Transfer }) {
  const { state, file, size, sentBytes } = transfer
  if (state === 'sending')
    return (
      <Race label={fill(texts.uploadOf, file.name)} value={size === 0 ? null : sentBytes / size} className="mt-1.5" />
    )
  if (state === 'waiting')
    return (
      <p className="text-xs text-ink-3">
        {texts.waiting}
        {size > 0 ? `, ${formatBytes(size)}` : ''}
      </p>
    )
  if (state === 'failed') {
    return (
      <p className="flex items-center gap-1.5 text-xs text-danger">
        <FailedIcon className="size-3.5" />
        <span className="truncate" title={transfer.advice}>
          {transfer.error}
        </span>
      </p>
    )
  }
  if (state === 'paused')
    return <p className="text-xs text-ink-2">{fill(texts.pausedAt, formatPercent(sentBytes / size))}</p>
  if (state === 'canceled') {
    return (
      <p className="flex items-center gap-1.5 text-xs text-idle">
        <Ban className="icon-sm" />
        {texts.canceled}
      </p>
    )
  }
  return (
    <p className="flex items-center gap-1.5 text-xs text-success">
      <CircleCheck className="icon-sm" />
      {texts.done}
      <span className="text-ink-3">{formatBytes(size)}</span>
    </p>
  )
}
