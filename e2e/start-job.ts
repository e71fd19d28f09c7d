import { hrefOf } from '@millrace/siren/read'
import type { Calls } from './api-client.ts'
import { newest } from './screens.ts'

interface NewJob {
  name: string
  /** The name of the step’s function. */
  step: string
  /** The URL of the job's only input. */
  file: string
  parameters?: object
  tags?: string[]
}

/** Returns the URL of the step with this function. */
export function stepOf(user: Calls, FunctionName: string): Promise<string> {
  return newest(user, 'ProcessingStepQuery', { FunctionName })
}

/** Sets up a job of a step with one file over HTTP, starts it, and returns its URL. */
export async function startJob(user: Calls, { name, step, file, parameters = {}, tags = [] }: NewJob): Promise<string> {
  const root = await user.read<never>(hrefOf(await user.read('/api/EntryPoint'), 'JobsRoot') ?? '')
  return user.act(root, 'RapidSetupJob', {
    Name: name,
    ProcessingStepUrl: await stepOf(user, step),
    Parameters: JSON.stringify(parameters),
    Tags: tags,
    InputDataSlots: [{ Index: 0, WorkDataUrls: [file] }],
    Start: true,
  })
}
