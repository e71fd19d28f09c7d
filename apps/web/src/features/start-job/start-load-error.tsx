import { useQueryClient } from '@tanstack/react-query'
import { ErrorView } from '#components/ui/error-view.tsx'
import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import * as texts from './texts.ts'
import type { StartPanel } from './use-start-panel.ts'

/**
 * Says, above all sections, which part of the selection could not be loaded. A button retries all that failed to load,
 * including lists.
 */
export function StartLoadError({ panel: { loaded } }: { panel: StartPanel }) {
  const queryClient = useQueryClient()
  const error = causeOf(loaded)
  if (!error) return null
  const retry = () => queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  return (
    <div className="flex-none border-b border-line">
      <ErrorView title={titleOf(loaded)} error={error} onRetry={() => void retry()} />
    </div>
  )
}

/** Returns whether the step or any of the files could not be loaded. */
export function hasLoadError({ loaded }: StartPanel): boolean {
  return causeOf(loaded) !== null
}

function causeOf(loaded: StartPanel['loaded']): Error | null {
  return loaded.error ?? lostStep(loaded)
}

/** A failed refetch doesn't count, because the loaded step is kept. */
function lostStep({ step }: StartPanel['loaded']): Error | null {
  return step.data ? null : step.error
}

function titleOf(loaded: StartPanel['loaded']): string {
  const { failed } = loaded
  if (failed === 0) return texts.theStepIsNotLoaded
  const files = failed === 1 ? texts.theFile : plural(failed, 'file')
  return fill(lostStep(loaded) ? texts.filesAndStepNotLoaded : texts.filesNotLoaded, files)
}
