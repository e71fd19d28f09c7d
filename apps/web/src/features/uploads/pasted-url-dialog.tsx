import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { addRemoteTransfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'

interface PastedUrlDialogProps {
  url: string
  /** Says where the server fetches files from. Undefined if it doesn’t fetch any. */
  help?: string | undefined
  tags: readonly string[]
  /** Uploads the URL itself. */
  onText: () => void
  onClose: () => void
}

/** Asks what is meant by a pasted URL: the file there, or the text. */
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
