import { LIMITS } from '@millrace/contracts/limits'
import { useState } from 'react'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { addRemoteTransfer } from '#lib/transfers.ts'
import * as texts from './texts.ts'

interface UrlDialogProps {
  /** Describes the URLs from which the server fetches files. */
  help: string | undefined
  tags: readonly string[]
  onClose: () => void
}

/** Asks for the URL of a file. The transfer's progress is shown in the list. */
export function UrlDialog({ help, tags, onClose }: UrlDialogProps) {
  const [error, setError] = useState<string>()

  function submit(fields: FormData) {
    const url = String(fields.get('url')).trim()
    if (!/^https?:\/\/./i.test(url) || !URL.canParse(url)) {
      setError(texts.urlInvalid)
      return
    }
    addRemoteTransfer(url, tags)
    onClose()
  }

  return (
    <FormDialog title={texts.uploadFromUrl} save={texts.upload} working={false} onSubmit={submit} onClose={onClose}>
      <TextField
        label={texts.url}
        error={error}
        help={help}
        name="url"
        type="url"
        autoFocus
        required
        maxLength={LIMITS.urlMax}
        placeholder="https://"
        onChange={() => setError(undefined)}
      />
    </FormDialog>
  )
}
