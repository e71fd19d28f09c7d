import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const QUIET_MS = 150

/** The race under the header while the next page is on its way; fast pages never show it. */
export function LoadLine() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' })
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!pending) return setLate(false)
    const timer = setTimeout(() => setLate(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [pending])
  return (
    <div aria-hidden="true" className="relative z-10 h-0">
      {late ? (
        <div className="race absolute inset-x-0 -top-px h-0.5! rounded-none!" data-flowing>
          <i className="w-full" />
        </div>
      ) : null}
    </div>
  )
}
