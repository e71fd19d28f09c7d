import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Lease, LeaseInput } from '@millrace/contracts/worker'
import type { Gateway } from '../gateway/gateway.ts'
import { withRetry } from '../gateway/retry.ts'
import type { FilePart } from '../messages.ts'
import { RetryableError } from '../step-errors.ts'

/** Thrown if the content of an input does not match its SHA-256 even after a second download. */
export class DamagedInput extends RetryableError {
  readonly input: LeaseInput

  constructor(input: LeaseInput) {
    super(`${input.name} failed its checksum twice. The job retries automatically.`)
    this.input = input
  }
}

/**
 * Downloads an input to a path. A broken download resumes where it stopped. If the checksum of the whole file does not
 * match, the download is repeated once. If the checksum is wrong again, throws DamagedInput.
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

/**
 * Downloads a part of an input, at most up to the end of the file. Only the length is verified, because the checksum of
 * a part is not known. A broken download is restarted.
 */
export async function fetchPart(
  gateway: Pick<Gateway, 'readInput'>,
  lease: Lease,
  { input, path, over, part }: { input: LeaseInput; path: string; over: AbortSignal; part: FilePart },
): Promise<void> {
  const wanted = Math.min(part.bytes, input.sizeInBytes - part.start)
  if (wanted <= 0) return writeFile(path, '', { mode: 0o600 })
  await withRetry(
    async () => {
      const reply = await gateway.readInput(lease, input, part.start, over)
      const skip = reply.statusCode === 200 ? part.start : 0
      const bytes = within(reply as AsyncIterable<Buffer>, skip, wanted)
      const file = createWriteStream(path, { mode: 0o600 })
      await pipeline(bytes, file)
      if (file.bytesWritten < wanted) throw new Error(`A part of ${input.name} ended after ${file.bytesWritten} bytes.`)
    },
    { signal: over },
  )
}

async function* within(chunks: AsyncIterable<Buffer>, skip: number, bytes: number): AsyncGenerator<Buffer> {
  let [before, left] = [skip, bytes]
  for await (const chunk of chunks) {
    const fresh = chunk.subarray(Math.min(before, chunk.length))
    before -= chunk.length - fresh.length
    yield fresh.subarray(0, left)
    left -= fresh.length
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
    await withRetry(
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
