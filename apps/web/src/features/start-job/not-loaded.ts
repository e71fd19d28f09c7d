import { fill } from '#lib/fill.ts'
import { plural } from '#lib/format.ts'
import * as texts from './texts.ts'
import type { StartPanel } from './use-start-panel.ts'

/** Which of the choices could not be loaded. */
export function chosenNotLoaded({ failed, step }: StartPanel['loaded']): string {
  const files = failed === 1 ? texts.theFile : plural(failed, 'file')
  return fill(step.error ? texts.filesAndStepNotLoaded : texts.filesNotLoaded, files)
}
