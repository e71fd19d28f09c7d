import { Dialog } from '#components/ui/dialog.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { keyCaps, SHORTCUTS } from '#lib/keys.ts'
import * as texts from './texts.ts'

const GROUPS = [
  ['Everywhere', ['palette', 'startJob', 'upload', 'help', 'sidebar', 'inspector']],
  [texts.goTo, ['goDashboard', 'goJobs', 'goSteps', 'goWorkData', 'goWorkflows', 'goConfigurator', 'goSettings']],
  ['Lists', ['find', 'next', 'previous', 'select']],
  ['Jobs', ['runAgain', 'cancel', 'editTags', 'hide', 'primary']],
] as const satisfies readonly (readonly [string, readonly (keyof typeof SHORTCUTS)[]])[]

/** The list of keys behind `?`. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={texts.keyboardShortcuts} wide>
      <div className="grid gap-x-10 gap-y-4 text-sm sm:grid-cols-2">
        {GROUPS.map(([title, names]) => (
          <section key={title}>
            <h3 className="pb-1 font-medium text-ink">{title}</h3>
            {names.map((name) => (
              <div key={name} className="flex h-7 items-center justify-between border-t border-line">
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
