import { type ComponentType, type LazyExoticComponent, type ReactElement, Suspense, useState } from 'react'

interface OnDemandProps {
  /** The button before it was ever pressed. It must look the same as afterwards. */
  renderTrigger: (onPress?: () => void) => ReactElement<Record<string, unknown>>
  /** What the button opens. It gets the button as its trigger and is open from the start. */
  Opened: LazyExoticComponent<ComponentType<{ trigger: ReactElement<Record<string, unknown>> }>>
}

/** A button whose menu or panel is loaded when it is pressed for the first time. */
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
