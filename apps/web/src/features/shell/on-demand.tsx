import { type ComponentType, type LazyExoticComponent, type ReactElement, Suspense, useState } from 'react'

interface OnDemandProps {
  /** Renders the button. `onPress` is passed until the first click. After that, `Opened` handles clicks. */
  renderTrigger: (onPress?: () => void) => ReactElement<Record<string, unknown>>
  /** The menu or panel, with the button as its trigger. It must be open when it is first rendered. */
  Opened: LazyExoticComponent<ComponentType<{ trigger: ReactElement<Record<string, unknown>> }>>
}

/** A button that loads its menu or panel on the first click. */
export function OnDemand({ renderTrigger, Opened }: OnDemandProps) {
  const [wanted, setWanted] = useState(false)
  const waiting = renderTrigger(() => setWanted(true))
  if (!wanted) return waiting
  return (
    <Suspense fallback={waiting}>
      <Opened trigger={renderTrigger()} />
    </Suspense>
  )
}
