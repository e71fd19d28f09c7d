import { Button } from '#components/ui/button.tsx'
import { Notice } from '../editor/notice.tsx'
import * as texts from './texts.ts'
import type { ContinuedExecution } from './use-continued-execution.ts'

/**
 * Says which execution the next start will continue, or why it could not be loaded, with a button to start a new
 * execution instead.
 */
export function ContinuedNotice({ continued }: { continued: ContinuedExecution }) {
  const { execution, error, retry, set } = continued
  if (!execution && !error) return null
  return (
    <Notice>
      {execution ? (
        <span className="min-w-0">
          {texts.continues} <b className="font-semibold wrap-anywhere">{execution.properties.Name}</b>.{' '}
          {texts.continuesHelp}
        </span>
      ) : (
        <>
          <span className="min-w-0 wrap-anywhere">
            {texts.executionCouldNotBeLoaded}. {error?.message}
          </span>
          <Button size="sm" onClick={retry}>
            {texts.tryAgain}
          </Button>
        </>
      )}
      <Button size="sm" variant="text" onClick={() => set(undefined)}>
        {texts.runEverythingInstead}
      </Button>
    </Notice>
  )
}
