import { useEffect, useState } from 'react'
import { randomId } from '#lib/random-id.ts'
import { useSession } from '#lib/session.ts'
import { acquireDraft, type DraftLock, draftKey } from './draft-storage.ts'

/**
 * Holds a draft for this page. Returns a function from a workflow to the key under which its unsaved changes are stored;
 * undefined until the page holds the draft.
 */
export function useDraftKey(workflow: string): ((workflow: string) => string) | undefined {
  const userId = useSession()?.user.id ?? ''
  const [draft, setDraft] = useState<DraftLock>()
  const [first] = useState(workflow)

  useEffect(() => {
    let isLeft = false
    let acquired: DraftLock | undefined
    // In development, React runs the effect twice. By this time, the first one has ended without a draft.
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

/** Later ids are greater. */
function newDraftId(): string {
  return `${Date.now().toString(36)}-${randomId()}`
}
