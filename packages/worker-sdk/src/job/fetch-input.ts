import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Lease, LeaseInput } from '@millrace/contracts/worker'
import type { Gateway } from '../gateway/gateway.ts'
import { untilAnswered } from '../gateway/retry.ts'
import { RetryableError } from '../step-errors.ts'

/** The content of an input did not match its SHA-256, even after a second download. */
export class DamagedInput extends RetryableError {
  readonly input: LeaseInput

  constructor(input: LeaseInput) {
    super(`${input.name} failed its checksum twice. The job retries automatically.`)
    this.input = input
  }
}

/**
 * Downloads an input to a path. After a broken connection, the download resumes where it ended. The checksum of the whole
 * file is verified, and a download that does not match is repeated once before the attempt fails.
 */
export async function fetchInput(
  gateway: Pick<Gateway, 'readInput'>,
  lease: Lease,
  options: { input: LeaseInput; path: string; over: AbortSignal },
): Promise<void> {
  for (const last of [false, true]) {
    const sha256 = await download(gateway, lease, options)
    if (sha256 === options.input.sha256) return
    if (last) throw new DamagedInput(options.input)
  }
}

/** Downloads the first bytes of an input. Their checksum is not known, so damage is not detected. */
export async function fetchStart(
  gateway: Pick<Gateway, 'readInput'>,
  lease: Lease,
  { input, path, over, bytes }: { input: LeaseInput; path: string; over: AbortSignal; bytes: number },
): Promise<void> {
  await untilAnswered(
    async () => {
      const reply = await gateway.readInput(lease, input, 0, over)
      await pipeline(firstBytes(reply as AsyncIterable<Buffer>, bytes), createWriteStream(path, { mode: 0o600 }))
    },
    { signal: over },
  )
}

/** Ends the download as soon as enough has arrived. */
async function* firstBytes(parts: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const part of parts) {
    yield part.subarray(0, left)
    left -= part.length
    if (left <= 0) return
  }
}

async function download(
  gateway: Pick<Gateway, 'readInput'>,
  lease: Lease,
  { input, path, over }: { input: LeaseInput; path: string; over: AbortSignal },
): Promise<string> {
  const file = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    await untilAnswered(
      async () => {
        const reply = await gateway.readInput(lease, input, size, over)
        let skip = size > 0 && reply.statusCode === 200 ? size : 0
        for await (const part of reply as AsyncIterable<Buffer>) {
          const fresh = skip > 0 ? part.subarray(Math.min(skip, part.length)) : part
          skip -= part.length - fresh.length
          hash.update(fresh)
          await file.write(fresh, 0, fresh.length, size)
          size += fresh.length
        }
        if (size < input.sizeInBytes) throw new Error(`${input.name} ended after ${size} bytes.`)
      },
      { signal: over },
    )
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}
