import { useState } from 'react'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { useCreateOrganization } from '#features/organizations/organizations.queries.ts'
import { ApiProblem } from '#lib/api.ts'
import { fill } from '#lib/fill.ts'
import { isSlug, slugOf } from '#lib/slug.ts'
import { toast } from '#lib/toast.ts'
import * as texts from './texts.ts'

const TAKEN = 'ORGANIZATION_ALREADY_EXISTS'

/** Creates an organization. The short name is derived from the name until the user edits it. */
export function CreateOrganizationDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateOrganization()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string>()
  const [checked, setChecked] = useState(false)
  const slug = ownSlug ?? slugOf(name)
  const faults = faultsOf({ name, slug, checked, refusal: create.error })

  function submit() {
    setChecked(true)
    if (name.trim() === '' || !isSlug(slug) || create.isPending) return
    create.mutate(
      { name: name.trim(), slug },
      {
        onSuccess: () => {
          toast.success(fill(texts.organizationCreated, name.trim()))
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={texts.createOrganization}
      save={texts.createOrganization}
      working={create.isPending}
      refused={faults.other}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-md text-ink-2">{texts.whatAnOrganizationIs}</p>
      <TextField
        label={texts.name}
        error={faults.name}
        autoFocus
        required
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={texts.shortName}
        help={texts.shortNameHelp}
        error={faults.slug}
        required
        value={slug}
        onChange={({ target }) => {
          create.reset()
          setOwnSlug(target.value)
        }}
      />
    </FormDialog>
  )
}

interface Filled {
  name: string
  slug: string
  checked: boolean
  refusal: Error | null
}

function faultsOf({ name, slug, checked, refusal }: Filled) {
  const taken = refusal instanceof ApiProblem && refusal.code === TAKEN
  return {
    name: checked && name.trim() === '' ? texts.enterAName : undefined,
    slug: slugFault(slug, { checked: checked && name.trim() !== '', taken }),
    other: refusal && !taken ? refusal.message : undefined,
  }
}

function slugFault(slug: string, { checked, taken }: { checked: boolean; taken: boolean }): string | undefined {
  if (taken) return fill(texts.shortNameTaken, slug)
  if (checked && !isSlug(slug)) return texts.shortNameInvalid
  return undefined
}
