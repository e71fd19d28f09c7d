import type { GivenGrant } from '@millrace/contracts/administration'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { fill } from '#lib/fill.ts'
import { formatDay } from '#lib/format.ts'
import { AddGrant } from './add-grant.tsx'
import type { Holder } from './admin.queries.ts'
import { Chip } from './chip.tsx'
import { grantDescription } from './names.ts'
import * as texts from './texts.ts'
import { useRemoveWithUndo } from './use-remove-grant.ts'

interface HolderGrantsProps {
  holder: Holder
  name: string
  grants: readonly GivenGrant[]
}

export function HolderGrants({ holder, name, grants }: HolderGrantsProps) {
  const remove = useRemoveWithUndo()
  const held = grants.map(({ grantId }) => grantId)
  return (
    <InspectorSection title={texts.grants} tools={<AddGrant holder={holder} name={name} held={held} />}>
      {grants.length === 0 ? <p className="text-ink-3">{texts.none}</p> : null}
      <ul aria-label={fill(texts.grantsOf, name)} className="flex flex-wrap gap-2">
        {grants.map((grant) => (
          <li key={grant.id} className="max-w-full">
            <Chip
              text={grant.grantId}
              mono
              title={`${grantDescription(grant.grantId)} Granted ${formatDay(grant.createdAt)}${grant.createdByName ? ` by ${grant.createdByName}` : ''}`}
              remove={fill(texts.removeFrom, grant.grantId, name)}
              onRemove={() => remove(holder, name, grant)}
            />
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}
