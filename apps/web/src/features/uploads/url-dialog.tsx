import { LIMITS } from '@millrace/contracts/limits'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Input } from '#components/ui/input.tsx'
import { addRemoteTransfer } from '#lib/transfers.ts'

interface UrlDialogProps {
  /** From where the server fetches files. */
  help: string | undefined
  tags: readonly string[]
  onClose: () => void
}

/** Asks for the URL of a file. The transfer goes on in the list. */
export function UrlDialog({ help, tags, onClose }: UrlDialogProps) {
  const [error, setError] = useState<string>()

  function submit(fields: FormData) {
    const url = String(fields.get('url')).trim()
    if (!/^https?:\/\/./i.test(url) || !URL.canParse(url)) {
      setError('Enter a URL that starts with https:// or http://.')
      return
    }
    addRemoteTransfer(url, tags)
    onClose()
  }

  return (
    <FormDialog title="Upload from URL" save="Upload" working={false} onSubmit={submit} onClose={onClose}>
      <Field label="URL" error={error} help={help}>
        {(control) => (
          <Input
            {...control}
            name="url"
            type="url"
            autoFocus
            required
            maxLength={LIMITS.urlMax}
            placeholder="https://"
            onChange={() => setError(undefined)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
