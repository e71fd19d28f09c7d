import type { GivenGrant } from '@millrace/contracts/administration'
import { fill } from '#lib/fill.ts'
import { toast } from '#lib/toast.ts'
import { type Holder, useAddGrant, useRemoveGrant } from './admin.queries.ts'
import * as texts from './texts.ts'

/** Returns a function that removes a grant and offers to undo it. */
export function useRemoveWithUndo() {
  const remove = useRemoveGrant()
  const add = useAddGrant()
  return (holder: Holder, name: string, { id, grantId }: Pick<GivenGrant, 'id' | 'grantId'>) =>
    remove.mutate(
      { holder, id },
      {
        onSuccess: () =>
          toast.success(fill(texts.removedFrom, grantId, name), {
            action: { label: texts.undo, run: () => add.mutate({ holder, grantId }) },
          }),
      },
    )
}
