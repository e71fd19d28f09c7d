import vm from 'node:vm'

const script = new vm.Script('run()')
const context = vm.createContext({ run: undefined })

/** Thrown when work was interrupted. */
export class TookTooLong extends Error {
  override name = 'TookTooLong'
}

/**
 * Runs synchronous work that may never end, such as matching an untrusted pattern, and interrupts it after a time
 * limit. V8 can interrupt anything that runs in a `vm` script, even if the function was defined outside of it.
 */
export function bounded<T>(work: () => T, milliseconds: number): T {
  context.run = work
  try {
    return script.runInContext(context, { timeout: milliseconds }) as T
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause
    throw new TookTooLong(`Interrupted after ${milliseconds} ms.`, { cause })
  } finally {
    context.run = undefined
  }
}
