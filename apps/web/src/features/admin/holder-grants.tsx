import type { GivenGrant } from '@millrace/contracts/administration'
import { X } from 'lucide-react'
import { InspectorSection } from '#components/ui/inspector.tsx'
import { formatDay } from '#lib/format.ts'
import { AddGrant } from './add-grant.tsx'
import type { Holder } from './admin.queries.ts'
import { useRemoveWithUndo } from './use-remove-grant.ts'

interface HolderGrantsProps {
  holder: Holder
  name: string
  grants: readonly GivenGrant[]
}

/** The grants of a user or an organization, as chips. */
export function HolderGrants({ holder, name, grants }: HolderGrantsProps) {
  const remove = useRemoveWithUndo()
  const held = grants.map(({ grantId }) => grantId)
  return (
    <InspectorSection title="Grants" tools={<AddGrant holder={holder} name={name} held={held} />}>
      {grants.length === 0 ? <p className="text-ink-3">None</p> : null}
      <ul aria-label={`Grants of ${name}`} className="flex flex-wrap gap-2">
        {grants.map((grant) => (
          <li key={grant.id}>
            <Chip
              text={grant.grantId}
              mono
              title={`Granted ${formatDay(grant.createdAt)}${grant.createdByName ? ` by ${grant.createdByName}` : ''}`}
              remove={`Remove ${grant.grantId} from ${name}`}
              onRemove={() => remove(holder, name, grant)}
            />
          </li>
        ))}
      </ul>
    </InspectorSection>
  )
}

interface ChipProps {
  text: string
  mono?: boolean
  title?: string
  /** The name of the button that removes it. */
  remove: string
  onRemove: () => void
}

/** A grant or a holder with a button to remove it. */
function Chip({ text, mono = false, title, remove, onRemove }: ChipProps) {
  return (
    <span
      title={title}
      className="inline-flex h-7 max-w-full items-center rounded-md border border-line-strong pl-2 touch:h-11"
    >
      <span className={mono ? 'mono-sm truncate' : 'truncate'}>{text}</span>
      <button
        type="button"
        aria-label={remove}
        onClick={onRemove}
        className="grid h-full w-7 flex-none place-items-center text-ink-3 hover:text-ink touch:w-11"
      >
        <X className="icon-sm" aria-hidden="true" />
      </button>
    </span>
  )
}
