import { useRouterState } from '@tanstack/react-router'
import { skeletonShown } from '#lib/page.ts'
import { useValue } from '#lib/value.ts'

/**
 * Animated line under the header while a page is loading and its skeleton isn't rendered yet. It appears after 150 ms
 * (`late`), so pages that load faster never show it.
 */
export function LoadingBar() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' })
  const hasSkeleton = useValue(skeletonShown)
  if (!pending || hasSkeleton) return null
  return (
    <div aria-hidden="true" className="relative z-10 h-0">
      <div className="race late absolute inset-x-0 -top-px h-0.5! rounded-none!" data-flowing>
        <i className="w-full" />
      </div>
    </div>
  )
}
