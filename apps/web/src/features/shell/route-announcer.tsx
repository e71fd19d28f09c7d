import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { restoreFocus, savedFocus, saveFocus } from './route-focus.ts'

/** Delay, because the page sets the title after it has rendered. */
const TITLE_MS = 100

/**
 * Announces page changes to screen readers and moves the focus: to the content or, on Back, to the element that had it.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(() => {
    const stopLeaving = router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) saveFocus(fromLocation.state.__TSR_key)
    })
    const stopArriving = router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      // The focus of pages outside the shell, such as sign-in, is not saved. After such a page, the focus stays before
      // the skip link.
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
