import { type Engine, openEngine } from '@millrace/tables/engine'
import { TableFault } from '@millrace/tables/table-fault'
import { type StepContext, StepError } from '@millrace/worker-sdk'

/** Opens an engine for one job and always closes it. If a file can't be read, the step fails with the reason. */
export async function withEngine<T>(
  context: Pick<StepContext<unknown>, 'folder'>,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await openEngine(context.folder)
  try {
    return await work(engine)
  } catch (error) {
    throw error instanceof TableFault ? new StepError(error.message, { cause: error }) : error
  } finally {
    await engine.close()
  }
}
