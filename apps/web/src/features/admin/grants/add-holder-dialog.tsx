import { GRANT_ID, KNOWN_GRANTS } from '@millrace/contracts/administration'
import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { useAddGrant } from '../admin.queries.ts'
import { HolderSearch, type NamedHolder } from '../holder-search.tsx'
import { grantDescription } from '../names.ts'
import { ADMIN_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'

interface AddHolderDialogProps {
  /** Id of the grant to give; empty if the user is to choose one. */
  grantId: string
  isHeldBy: (holderId: string, grantId: string) => boolean
  onClose: () => void
}

/** Gives a grant to a user, found by name or email, or to an organization, found by name. */
export function AddHolderDialog({ grantId: given, isHeldBy, onClose }: AddHolderDialogProps) {
  const known = useId()
  const add = useAddGrant({ quiet: true })
  const [grantId, setGrantId] = useState(given || KNOWN_GRANTS[0])
  const [text, setText] = useState('')
  const isValid = GRANT_ID.test(grantId.trim())

  function give({ kind, id, name }: NamedHolder) {
    if (!isValid || add.isPending) return
    add.mutate(
      { holder: { kind, id }, grantId: grantId.trim() },
      {
        onSuccess: () => {
          toast.success(fill(texts.grantedTo, grantId.trim(), name))
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={given ? fill(texts.addHolder, given) : texts.addGrant}
      actions={<Button onClick={onClose}>{texts.cancel}</Button>}
    >
      <div className="grid grid-cols-1 gap-4 text-sm text-ink">
        {given ? null : (
          <TextField
            label={texts.grant}
            help={grantDescription(grantId.trim())}
            error={isValid ? undefined : ADMIN_TEXTS.grantId}
            inputClassName="font-mono"
            list={known}
            autoComplete="off"
            spellCheck={false}
            value={grantId}
            onChange={({ target }) => setGrantId(target.value)}
          />
        )}
        <datalist id={known}>
          {KNOWN_GRANTS.map((grant) => (
            <option key={grant} value={grant} />
          ))}
        </datalist>
        <TextField
          label={texts.holder}
          help={ADMIN_TEXTS.findHolder}
          error={add.error?.message}
          type="search"
          autoFocus
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            add.reset()
            setText(target.value)
          }}
        />
        {text.trim() ? (
          <HolderSearch text={text.trim()} isHeld={(id) => isHeldBy(id, grantId.trim())} onPick={give} />
        ) : null}
      </div>
    </Dialog>
  )
}
