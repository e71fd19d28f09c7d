import vm from 'node:vm'

const script = new vm.Script('run()')
const context = vm.createContext({ run: undefined })

/** Thrown when work was broken off. */
export class TookTooLong extends Error {
  override name = 'TookTooLong'
}

/**
 * Runs work that may never end, such as a pattern of somebody's making on a text of somebody else's, and breaks it off.
 * The engine can break off what runs inside a script of `vm`, whichever realm the work itself is from.
 */
export function bounded<T>(work: () => T, milliseconds: number): T {
  context.run = work
  try {
    return script.runInContext(context, { timeout: milliseconds }) as T
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause
    throw new TookTooLong(`Broken off after ${milliseconds} ms.`, { cause })
  } finally {
    context.run = undefined
  }
}
