import { count } from '@millrace/tables/sentences'
import { StepError, type StepInput } from '@millrace/worker-sdk'

const LINE_BYTES_MAX = 16_000_000
const HEAD_BYTES = 1 << 20
const FEED = 10

/**
 * Whether a file has one JSON value per line. True if the name or media type says so, or if the first line is a
 * complete value and other lines follow.
 */
export async function isJsonLines(input: StepInput): Promise<boolean> {
  if (/\.(jsonl|ndjson)$/i.test(input.name) || /\b(jsonl|ndjson)\b/.test(input.mediaType)) return true
  const chunks: Buffer[] = []
  for await (const chunk of await input.stream({ start: 0, end: HEAD_BYTES - 1 })) chunks.push(chunk as Buffer)
  const [first = '', second] = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return second !== undefined && isJson(first)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A line of a file. `number` is 1-based. */
export interface Line {
  number: number
  text: string
  /** How much of the file has been read, from 0 to 1. */
  share: number
}

/**
 * Yields the non-blank lines of a file. If only the first `bytes` bytes are read, an incomplete last line is left out.
 * Holds one line in memory at a time.
 */
export async function* linesOf(input: StepInput, bytes = input.sizeInBytes): AsyncGenerator<Line> {
  let [number, read, pending] = [0, 0, [] as Buffer[]]
  const take = (last: Buffer): Line | undefined => {
    number += 1
    const text = Buffer.concat([...pending, last])
      .toString('utf8')
      .replace(/^\ufeff/, '')
    pending = []
    return text.trim() === '' ? undefined : { number, text, share: read / Math.max(1, input.sizeInBytes) }
  }
  const isPart = bytes < input.sizeInBytes
  const content = await input.stream(isPart ? { start: 0, end: bytes - 1 } : {})
  for await (const chunk of content as AsyncIterable<Buffer>) {
    let from = 0
    for (let feed = chunk.indexOf(FEED); feed >= 0; feed = chunk.indexOf(FEED, from)) {
      const line = take(chunk.subarray(from, feed))
      if (line) yield line
      from = feed + 1
    }
    pending.push(chunk.subarray(from))
    read += chunk.length
    if (pending.reduce((size, part) => size + part.length, 0) > LINE_BYTES_MAX) refuse(input.name, number + 1)
  }
  const line = isPart ? undefined : take(Buffer.alloc(0))
  if (line) yield line
}

function refuse(name: string, line: number): never {
  throw new StepError(
    `Line ${count(line)} of ${name} is longer than ${LINE_BYTES_MAX / 1e6} MB. Write one smaller JSON value per line.`,
  )
}
