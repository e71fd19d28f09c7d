import { LIMITS } from '@millrace/contracts/limits'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextDialog } from '#components/ui/text-dialog.tsx'
import { fill } from '#lib/fill.ts'
import { formatMonth } from '#lib/format.ts'
import { toast } from '#lib/toast.ts'
import { type ActiveOrganization, useRenameOrganization } from './active-organization.queries.ts'
import * as texts from './texts.ts'

interface OrganizationHeadProps {
  organization: ActiveOrganization
  mayRename: boolean
  switcher: ReactNode
}

export function OrganizationHead({ organization, mayRename, switcher }: OrganizationHeadProps) {
  const { id, name, createdAt } = organization
  const [isRenaming, setIsRenaming] = useState(false)
  const rename = useRenameOrganization(id)
  const close = () => setIsRenaming(false)
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 px-6 pt-5 pb-6 phone:px-4 phone:pb-4">
      <Avatar name={name} size={44} square />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="truncate text-lg font-semibold" title={name}>
          {name}
        </h2>
        <p className="text-xs text-ink-3">{fill(texts.createdIn, formatMonth(createdAt))}</p>
      </div>
      <div className="flex items-center gap-3.5 phone:basis-full phone:gap-2 phone:*:flex-1">
        {switcher}
        {mayRename ? (
          <Button icon={<Pencil />} onClick={() => setIsRenaming(true)}>
            {texts.editName}
          </Button>
        ) : null}
      </div>
      {isRenaming ? (
        <TextDialog
          title={texts.renameOrganization}
          label={texts.name}
          value={name}
          maxLength={LIMITS.accountNameMax}
          keep={texts.cancel}
          save={texts.saveName}
          isPending={rename.isPending}
          onSave={(text) =>
            rename.mutate(text, {
              onSuccess() {
                toast.success(texts.nameSaved)
                close()
              },
            })
          }
          onClose={close}
        />
      ) : null}
    </div>
  )
}
