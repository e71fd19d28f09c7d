import type { ApiKey } from '@millrace/contracts/api-keys'
import { Avatar } from '#components/ui/avatar.tsx'
import * as texts from './texts.ts'

/** The owner of the resources that a key grants access to: the user or an organization. */
export function KeyOwner({ owner }: { owner: ApiKey['owner'] }) {
  const isOrganization = owner.kind === 'organization'
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={owner.name} square={isOrganization} />
      <span className="truncate" title={owner.name}>
        {isOrganization ? owner.name : texts.you}
      </span>
    </span>
  )
}
