import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { addRemoteTransfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'

interface PastedUrlDialogProps {
  url: string
  /** Describes the URLs from which the server fetches files. Undefined if it doesn't fetch any. */
  help?: string | undefined
  tags: readonly string[]
  /** Uploads the URL itself as text. */
  onText: () => void
  onClose: () => void
}

/** Asks whether to upload the file at a pasted URL, or the URL as text. */
export function PastedUrlDialog({ url, help, tags, onText, onClose }: PastedUrlDialogProps) {
  const isFetched = help !== undefined
  function choose(upload: () => void) {
    upload()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={isFetched ? texts.uploadFromUrl : texts.urlsNotFetched}
      actions={
        <>
          {isFetched ? null : <Button onClick={onClose}>{texts.cancel}</Button>}
          <Button variant={isFetched ? 'default' : 'primary'} onClick={() => choose(onText)}>
            {texts.uploadAsText}
          </Button>
          {isFetched ? (
            <Button variant="primary" onClick={() => choose(() => addRemoteTransfer(url, tags))}>
              {texts.fetchFile}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="mono-sm max-h-24 overflow-y-auto wrap-anywhere">{url}</p>
      <p className="mt-3 text-ink-2">{isFetched ? help : texts.urlsNotFetchedHelp}</p>
    </Dialog>
  )
}
