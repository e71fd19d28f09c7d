import { useEffect, useState } from 'react'
import { randomId } from '#lib/random-id.ts'
import { useSession } from '#lib/session.ts'
import { acquireDraft, type DraftLock, draftKey } from './draft-storage.ts'

/**
 * Locks a draft for this page. Returns a function that maps a workflow to the key under which its unsaved changes are
 * stored; undefined until the lock is acquired.
 */
export function useDraftKey(workflow: string): ((workflow: string) => string) | undefined {
  const userId = useSession()?.user.id ?? ''
  const [draft, setDraft] = useState<DraftLock>()
  const [first] = useState(workflow)

  useEffect(() => {
    let isLeft = false
    let acquired: DraftLock | undefined
    // Deferred, because React runs the effect twice in development. By the time this runs, the first effect has been
    // cleaned up, so it doesn't acquire a draft.
    queueMicrotask(async () => {
      if (isLeft) return
      acquired = await acquireDraft(userId, first, newDraftId)
      if (isLeft) acquired.release()
      else setDraft(acquired)
    })
    return () => {
      isLeft = true
      acquired?.release()
    }
  }, [userId, first])

  return draft && ((current) => draftKey(userId, current, draft.id))
}

/** The id sorts after all earlier ones. */
function newDraftId(): string {
  return `${Date.now().toString(36)}-${randomId()}`
}
