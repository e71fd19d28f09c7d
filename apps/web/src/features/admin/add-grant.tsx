import { GRANT_ID, KNOWN_GRANTS } from '@millrace/contracts/administration'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { type Holder, useAddGrant } from './admin.queries.ts'
import { grantDescription } from './names.ts'
import * as texts from './texts.ts'
import { ADMIN_TEXTS } from './texts.ts'

interface AddGrantProps {
  holder: Holder
  name: string
  /** Ids of the grants that the holder already has. */
  held: readonly string[]
}

/** Adds a grant: one that the product checks, or any other by its id. */
export function AddGrant({ holder, name, held }: AddGrantProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={fill(texts.addAGrantTo, name)}
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          size="sm"
          variant="quiet"
          className="-mr-2.5"
          aria-label={fill(texts.addAGrantTo, name)}
          icon={<Plus />}
        >
          {texts.add}
        </Button>
      }
    >
      <GrantForm holder={holder} name={name} held={held} onDone={() => setIsOpen(false)} />
    </Popover>
  )
}

function GrantForm({ holder, name, held, onDone }: AddGrantProps & { onDone: () => void }) {
  const [grantId, setGrantId] = useState('')
  const [fault, setFault] = useState<string>()
  const add = useAddGrant({ quiet: true })
  const known = KNOWN_GRANTS.filter((grant) => !held.includes(grant))

  function give(wanted: string) {
    if (!GRANT_ID.test(wanted)) return setFault(ADMIN_TEXTS.grantId)
    add.mutate(
      { holder, grantId: wanted },
      {
        onSuccess: () => {
          toast.success(fill(texts.grantedTo, wanted, name))
          onDone()
        },
        onError: (error) => setFault(error.message),
      },
    )
  }

  return (
    <form
      noValidate
      className="grid w-64 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        give(grantId.trim())
      }}
    >
      {known.length > 0 ? (
        <ul className="-mx-1 grid" aria-label={texts.grants}>
          {known.map((grant) => (
            <li key={grant}>
              <button
                type="button"
                className="grid w-full rounded-md px-1 py-1.5 text-left hover:bg-hover touch:min-h-11"
                onClick={() => give(grant)}
              >
                <span className="mono-sm">{grant}</span>
                <span className="text-xs text-ink-3">{grantDescription(grant)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <TextField
        label={texts.grant}
        error={fault}
        inputClassName="font-mono"
        autoComplete="off"
        spellCheck={false}
        value={grantId}
        onChange={({ target }) => {
          setFault(undefined)
          setGrantId(target.value)
        }}
      />
      <Button type="submit" working={add.isPending} className="justify-self-end">
        {texts.addGrant}
      </Button>
    </form>
  )
}
