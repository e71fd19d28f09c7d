import { plural } from '@millrace/tables/sentences'
import type { StepContext } from '@millrace/worker-sdk'

/** Collects notes about what images lose. Logs each note once, with the number of other images that it applies to. */
export function imageNotes() {
  const namesOf = new Map<string, Set<string>>()
  return {
    /** Adds a note about an image. In the log, the text follows the name of the image. */
    add(name: string, text: string): void {
      const names = namesOf.get(text) ?? new Set()
      namesOf.set(text, names.add(name))
    },
    write(log: StepContext<unknown>['log']): void {
      for (const [text, [first, ...others]] of namesOf) {
        const more = others.length > 0 ? ` The same applies to ${plural(others.length, 'other image')}.` : ''
        log.warn(`${first} ${text}${more}`)
      }
    },
  }
}

export type ImageNotes = Pick<ReturnType<typeof imageNotes>, 'add'>
