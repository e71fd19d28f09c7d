import { clsx } from 'clsx'
import { Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { FileTile } from '#components/ui/file-icon.tsx'
import { Race } from '#components/ui/race.tsx'
import { filesOf, inPathOrder } from '#lib/dropped-files.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { retryTransfer, type Transfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'
import type { StartPanel } from './use-start-panel.ts'

/** A field to drop or select local files. They upload while the user continues. */
export function DropField({ panel }: { panel: StartPanel }) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void filesOf(event.dataTransfer).then((files) => files.length > 0 && panel.upload(files))
  }

  return (
    <section aria-label={texts.filesFromThisComputer} className="grid gap-2">
      <fieldset
        aria-label={texts.dropFilesHere}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={clsx(
          'flex items-center gap-3 rounded-lg border border-dashed px-4 py-3.5 phone:border-0 phone:p-0',
          over ? 'border-accent bg-accent-soft' : 'border-control',
        )}
      >
        <Upload aria-hidden="true" className="text-ink-3 phone:hidden" />
        <span className="flex-1 text-ink-2 phone:sr-only">
          {over ? texts.dropToUploadAndUseIt : texts.dropFilesHere}
        </span>
        <Button size="sm" className="phone:w-full" onClick={() => input.current?.click()}>
          {texts.chooseFiles}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            if (target.files) panel.upload(inPathOrder(target.files))
            target.value = ''
          }}
        />
      </fieldset>
      {panel.loaded.transfers
        .filter(({ state }) => state !== 'done' && state !== 'canceled')
        .map((transfer) => (
          <TransferRow key={transfer.id} transfer={transfer} />
        ))}
    </section>
  )
}

function TransferRow({ transfer }: { transfer: Transfer }) {
  const { file, size, sentBytes, state, error, advice } = transfer
  return (
    <div className="flex min-h-10 items-center gap-3">
      <FileTile name={file.name} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{file.name}</span>
        {state === 'failed' ? (
          <span className="block text-xs text-danger">
            {error}
            {advice ? `. ${advice}` : ''}
          </span>
        ) : (
          <Race value={size > 0 ? sentBytes / size : 0} label={fill(texts.uploadOf, file.name)} className="mt-1" />
        )}
      </span>
      <span className="text-xs text-ink-3">{formatBytes(size)}</span>
      {state === 'failed' && transfer.retryable ? (
        <Button size="sm" onClick={() => retryTransfer(transfer.id)}>
          {texts.tryAgain}
        </Button>
      ) : null}
    </div>
  )
}
