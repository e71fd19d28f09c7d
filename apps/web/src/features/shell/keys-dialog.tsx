import { Dialog } from '#components/ui/dialog.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { keyCaps } from '#lib/keys.ts'
import { SHORTCUTS } from '#lib/shortcuts.ts'
import * as texts from './texts.ts'

const GROUPS = [
  ['Everywhere', ['palette', 'startJob', 'upload', 'help', 'tab', 'sidebar', 'inspector', 'notifications']],
  [
    texts.goTo,
    ['goDashboard', 'goJobs', 'goSteps', 'goWorkData', 'goWorkflows', 'goConfigurator', 'goExecutions', 'goSettings'],
  ],
  ['Lists', ['find', 'next', 'previous', 'open', 'peek', 'select', 'selectRange']],
  ['Jobs', ['runAgain', 'cancel', 'editTags', 'hide', 'primary']],
  ['Executions', ['walkGraph', 'nextFailure', 'previousFailure']],
] as const satisfies readonly (readonly [string, readonly (keyof typeof SHORTCUTS)[]])[]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={texts.keyboardShortcuts} wide>
      <div className="grid gap-x-10 gap-y-4 text-sm sm:grid-cols-2">
        {GROUPS.map(([title, names]) => (
          <section key={title}>
            <h3 className="pb-1 font-medium text-ink">{title}</h3>
            {names.map((name) => (
              <div key={name} className="flex min-h-7 items-center justify-between gap-2 border-t border-line">
                {SHORTCUTS[name].text}
                <span className="flex gap-1">
                  {keyCaps(SHORTCUTS[name].keys)
                    .split(' ')
                    .map((cap) => (
                      <Kbd key={cap}>{cap}</Kbd>
                    ))}
                </span>
              </div>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  )
}
