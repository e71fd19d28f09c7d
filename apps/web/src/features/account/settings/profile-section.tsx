import { LIMITS } from '@millrace/contracts/limits'
import { useState } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { SessionUser } from '#lib/session.ts'
import { toast } from '#lib/toast.ts'
import { useRename } from './account-settings.queries.ts'
import * as texts from './texts.ts'
import { SETTINGS_TEXTS } from './texts.ts'

/** The user's name, and the initials derived from it. */
export function ProfileSection({ user }: { user: SessionUser }) {
  const rename = useRename()
  const [draft, setDraft] = useState<string>()
  const name = draft ?? user.name
  const wanted = name.trim()
  const isChanged = wanted !== user.name

  function save() {
    if (!isChanged || wanted === '' || rename.isPending) return
    rename.mutate(wanted, {
      onSuccess() {
        setDraft(undefined)
        toast.success(texts.nameSaved)
      },
    })
  }

  return (
    <Section title={texts.profile} help={SETTINGS_TEXTS.profile}>
      <form
        className="flex items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Avatar name={wanted || user.name} size={44} />
        <div className="flex flex-1 flex-wrap items-start gap-4">
          <TextField
            label={texts.name}
            className="flex-1 basis-48"
            error={isChanged && wanted === '' ? texts.enterYourName : undefined}
            name="name"
            autoComplete="name"
            maxLength={LIMITS.accountNameMax}
            value={name}
            onChange={({ target }) => setDraft(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && setDraft(undefined)}
          />
          <span className="mt-6 flex gap-2 phone:mt-0">
            <Button
              type="submit"
              variant={isChanged ? 'primary' : 'default'}
              disabled={!isChanged}
              working={rename.isPending}
            >
              {texts.saveName}
            </Button>
            {isChanged ? <Button onClick={() => setDraft(undefined)}>{texts.cancel}</Button> : null}
          </span>
        </div>
      </form>
    </Section>
  )
}
