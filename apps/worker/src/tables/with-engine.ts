import type { StepContext } from '@millrace/worker-sdk'
import { type Engine, openEngine } from './engine.ts'

/** Opens an engine for the time of a job and closes it however the job ends. */
export async function withEngine<T>(
  context: Pick<StepContext<unknown>, 'folder'>,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await openEngine(context.folder)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}
