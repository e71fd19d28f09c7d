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
    void takePlace(userId, first, newPlaceId).then((next) => {
      taken = next
      if (isLeft) next.release()
      else setPlace(next)
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
