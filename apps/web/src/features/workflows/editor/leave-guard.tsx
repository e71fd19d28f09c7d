import { useBlocker } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { Value } from '#lib/value.ts'
import { WORKFLOW_TEXTS } from '../texts.ts'
import * as texts from './texts.ts'

const EDITOR = '/workflows/configurator'

/**
 * Asks for confirmation before the user leaves unsaved changes. Doesn't ask when a panel opens on top of the page, or
 * when the user has already left and the editor is shown only until the next page is loaded.
 */
export function LeaveGuard({ unsaved }: { unsaved: Value<boolean> }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname === EDITOR && unsaved.get() && placeOf(current) !== placeOf(next),
    enableBeforeUnload: () => unsaved.get(),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      open
      onClose={blocker.reset}
      title={texts.leaveWithoutSaving}
      actions={
        <>
          <Button onClick={blocker.proceed}>{texts.leave}</Button>
          <Button variant="primary" onClick={blocker.reset}>
            {texts.stay}
          </Button>
        </>
      }
    >
      {WORKFLOW_TEXTS.leave}
    </Dialog>
  )
}

function placeOf({ pathname, search }: { pathname: string; search: object }): string {
  const { workflowLink = '', fromJobs = '' } = search as { workflowLink?: string; fromJobs?: string }
  return `${pathname} ${workflowLink} ${fromJobs}`
}
