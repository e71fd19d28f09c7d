import { useEffect, useState } from 'react'
import { randomId } from '#lib/random-id.ts'
import { useSession } from '#lib/session.ts'
import { type DraftPlace, draftKey, takePlace } from './kept-draft.ts'

/** Where this page keeps unsaved changes to a workflow; undefined until that is known. */
export function useDraftPlace(workflow: string): ((workflow: string) => string) | undefined {
  const userId = useSession()?.user.id ?? ''
  const [place, setPlace] = useState<DraftPlace>()
  const [first] = useState(workflow)

  useEffect(() => {
    let isLeft = false
    let taken: DraftPlace | undefined
    // In development, React runs the effect twice. By this time, the first one has ended without taking the place.
    queueMicrotask(async () => {
      if (isLeft) return
      taken = await takePlace(userId, first, newPlaceId)
      if (isLeft) taken.release()
      else setPlace(taken)
    })
    return () => {
      isLeft = true
      taken?.release()
    }
  }, [userId, first])

  return place && ((current) => draftKey(userId, current, place.id))
}

/** Later ids are greater. */
function newPlaceId(): string {
  return `${Date.now().toString(36)}-${randomId()}`
}
