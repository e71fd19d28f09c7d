import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Lease } from '@millrace/contracts/worker'
import type { Gateway } from '../gateway/gateway.ts'
import { untilAnswered } from '../gateway/retry.ts'
import type { WrittenOutput } from '../messages.ts'
import { StepError } from '../step-errors.ts'

/** Sends what a step wrote, one file after the other. A broken upload starts again from its beginning. */
export async function storeOutputs(
  gateway: Pick<Gateway, 'writeOutput'>,
  lease: Lease,
  { outputs, over }: { outputs: readonly WrittenOutput[]; over: AbortSignal },
): Promise<void> {
  for (const output of outputs) {
    const sizeInBytes = await sizeOf(output)
    await untilAnswered(
      () => gateway.writeOutput(lease, { ...output, sizeInBytes, body: createReadStream(output.path) }, over),
      { signal: over },
    )
  }
}

async function sizeOf(output: WrittenOutput): Promise<number> {
  const found = await stat(output.path).catch(() => undefined)
  if (found?.isFile()) return found.size
  throw new StepError(
    `The step announced the result ${output.name} for the slot “${output.slot}” but did not write it. This is a fault of the step: tell its author.`,
  )
}
