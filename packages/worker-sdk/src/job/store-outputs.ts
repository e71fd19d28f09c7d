import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lease } from '@millrace/contracts/worker'
import type { Gateway } from '../gateway/gateway.ts'
import { GatewayError } from '../gateway/gateway-error.ts'
import { withRetry } from '../gateway/retry.ts'
import type { WrittenOutput } from '../messages.ts'
import { StepError } from '../step-errors.ts'

const ROOM_MS = 600_000
const ROOM_PAUSE_MS = 15_000

interface Circumstances {
  over: AbortSignal
  /** Adds a line to the job's log. */
  say(line: string): void
}

/** Uploads the step's outputs one at a time. A broken upload is restarted from the beginning. */
export async function storeOutputs(
  gateway: Pick<Gateway, 'writeOutput'>,
  lease: Lease,
  { outputs, ...circumstances }: Circumstances & { outputs: readonly WrittenOutput[] },
): Promise<void> {
  const { over } = circumstances
  for (const output of outputs) {
    const sizeInBytes = await sizeOf(output)
    const send = () => gateway.writeOutput(lease, { ...output, sizeInBytes, body: createReadStream(output.path) }, over)
    await untilThereIsRoom(() => withRetry(send, { signal: over }), circumstances)
  }
}

/**
 * Repeats an upload while the server's disk is full, for up to `ROOM_MS`. An operator may free space, and computing the
 * result may have taken hours.
 */
async function untilThereIsRoom(send: () => Promise<unknown>, { over, say }: Circumstances): Promise<void> {
  const until = performance.now() + ROOM_MS
  for (let tries = 0; ; tries += 1) {
    try {
      return void (await send())
    } catch (error) {
      const full = error instanceof GatewayError && error.code === 'storage-full'
      if (!full || over.aborted || performance.now() > until) throw error
      if (tries === 0)
        say(`The server’s disk is full. Waiting up to ${ROOM_MS / 60_000} minutes for space to store the results.`)
      await sleep(error.retryAfterMs ?? ROOM_PAUSE_MS, undefined, { signal: over }).catch(() => {
        throw error
      })
    }
  }
}

async function sizeOf(output: WrittenOutput): Promise<number> {
  const found = await stat(output.path).catch(() => undefined)
  if (found?.isFile()) return found.size
  throw new StepError(
    `The step announced the result ${output.name} for the slot “${output.slot}” but did not write it. This is a bug in the step. Report it to its author.`,
  )
}
