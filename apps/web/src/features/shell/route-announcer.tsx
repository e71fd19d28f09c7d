import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { restoreFocus, savedFocus, saveFocus } from './route-focus.ts'

/** The title is set by the page, after it rendered. */
const TITLE_MS = 100

/** Tells readers which page they reached, and moves the focus there: to the content, or with Back to where it was. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(() => {
    const stopLeaving = router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) saveFocus(fromLocation.state.__TSR_key)
    })
    const stopArriving = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      // The sign-in pages leave the focus where a new page has it: before the link to the content.
      if (savedFocus.has(fromLocation.state.__TSR_key ?? '')) restoreFocus(toLocation.state.__TSR_key)
      setTimeout(() => setTitle(document.title), TITLE_MS)
    })
    return () => {
      stopLeaving()
      stopArriving()
    }
  }, [router])

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
