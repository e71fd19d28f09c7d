import { mediaTypeOfName } from '@millrace/contracts/media-types'
import { withInvisibleShown } from '@millrace/contracts/names'
import { Link } from '@tanstack/react-router'
import { Pause, Play, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FileTile, typeLabel } from '#components/ui/file-icon.tsx'
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx'
import { folderOf } from '#lib/dropped-files.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { encodeLink } from '#lib/link-code.ts'
import { mayTryAgain, stopOrRemove } from '#lib/transfer-verbs.ts'
import { isOpen, isSentInParts, pauseTransfer, retryTransfer, type Transfer } from '#lib/transfers.ts'
import { SameNameChoice } from './same-name.tsx'
import { StartWithFile } from './start-with-file.tsx'
import * as texts from './texts.ts'
import { UploadProgress } from './upload-progress.tsx'

export const UploadRow = memo(function UploadRow({ transfer }: { transfer: Transfer }) {
  const { file, url, size } = transfer
  const folder = folderOf(file)
  const type = mediaTypeOfName(file.name) ?? (file.type || undefined)
  return (
    <li className="grid min-h-15 grid-cols-[minmax(0,1fr)_minmax(0,372px)_168px] sm:max-xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_168px] items-center gap-x-8 border-b border-line px-6 py-2 phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-y-2 phone:px-4">
      <div className="flex min-w-0 items-center gap-3">
        <FileTile mediaType={type} name={file.name} />
        <div className="min-w-0">
          <FileName transfer={transfer} />
          <div className="truncate text-xs text-ink-3">
            {type ? `${typeLabel(type)}, ` : ''}
            {[size > 0 || url === undefined ? formatBytes(size) : '', url ? `from ${new URL(url).host}` : '']
              .filter(Boolean)
              .join(', ')}
            {folder === undefined ? '' : `, in ${folder}`}
          </div>
        </div>
      </div>
      <div className="min-w-0 phone:order-last phone:col-span-2 phone:pl-10">
        <UploadProgress transfer={transfer} />
      </div>
      <div className="flex items-center justify-end gap-1">
        <Verbs transfer={transfer} type={type} />
      </div>
      <SameNameChoice transfer={transfer} />
    </li>
  )
})

function FileName({ transfer: { file, state, href } }: { transfer: Transfer }) {
  // Makes invisible characters visible, because names that contain them are refused.
  const shown = state === 'failed' ? withInvisibleShown(file.name) : file.name
  const name = <MiddleTruncate text={shown} className="font-medium" />
  if (state !== 'done' || !href) return name
  return (
    <Link
      to="/workdata/explorer/$details"
      params={{ details: encodeLink(href) }}
      className="block rounded-sm hover:text-accent"
    >
      {name}
    </Link>
  )
}

function Verbs({ transfer, type }: { transfer: Transfer; type: string | undefined }) {
  const { id, state, file, href } = transfer
  const canCancel = isOpen(transfer) || state === 'paused'
  if (state === 'done' && href) return <StartWithFile href={href} name={file.name} mediaType={type} />
  return (
    <>
      <PauseButton transfer={transfer} />
      {mayTryAgain(transfer) ? (
        <Button
          size="sm"
          icon={<RotateCw className="icon-sm" />}
          onClick={() => retryTransfer(id)}
          aria-label={fill(texts.tryAgainNamed, file.name)}
        >
          {texts.tryAgain}
        </Button>
      ) : null}
      <Button
        variant="quiet"
        size="sm"
        square
        aria-label={canCancel ? fill(texts.cancelNamed, file.name) : fill(texts.removeFromListNamed, file.name)}
        title={canCancel ? texts.cancel : texts.removeFromList}
        icon={<X />}
        onClick={(event) => stopOrRemove(transfer, event.currentTarget)}
      />
    </>
  )
}

function PauseButton({ transfer }: { transfer: Transfer }) {
  const { id, file, state } = transfer
  if (state === 'paused') {
    return (
      <Button
        size="sm"
        icon={<Play className="icon-sm" />}
        onClick={() => retryTransfer(id)}
        aria-label={fill(texts.resumeNamed, file.name)}
      >
        {texts.resume}
      </Button>
    )
  }
  if (state !== 'sending' || !isSentInParts(transfer)) return null
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={<Pause className="icon-sm" />}
      onClick={() => pauseTransfer(id)}
      aria-label={fill(texts.pauseNamed, file.name)}
    >
      {texts.pause}
    </Button>
  )
}
