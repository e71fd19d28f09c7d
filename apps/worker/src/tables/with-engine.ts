import { type Engine, OutOfScratch, openEngine } from '@millrace/tables/engine'
import { TableFault } from '@millrace/tables/table-fault'
import { type StepContext, StepError } from '@millrace/worker-sdk'
import { diskLimitMessage, limitsFrom } from '@millrace/worker-sdk/process/step-limits'

/**
 * Opens an engine for `work` and closes it afterwards. If a file can't be read or the disk limit is exceeded, the step
 * fails with the reason.
 */
export async function withEngine<T>(
  context: Pick<StepContext<unknown>, 'folder'>,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const limits = limitsFrom(process.env)
  const engine = await openEngine(context.folder, { scratchBytes: limits.diskBytes })
  try {
    return await work(engine)
  } catch (error) {
    if (error instanceof OutOfScratch) throw new StepError(diskLimitMessage(limits), { cause: error })
    throw error instanceof TableFault ? new StepError(error.message, { cause: error }) : error
  } finally {
    await engine.close()
  }
}
