import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { mediaTypeOfName } from '@millrace/contracts/media-types'
import { OUTPUT_PREFIX } from '../job-files.ts'
import type { FilePart, InputMetadata, StepMessage, StepRun, WorkerMessage, WrittenOutput } from '../messages.ts'
import { outputName, safeFileName, safeFolder } from '../output-name.ts'
import type { OutputOptions, StepContext, StepInput } from '../step-context.ts'
import { RetryableError, StepError } from '../step-errors.ts'

type Context = StepContext<Record<string, unknown>>

/** The connection of a step's process to its worker. */
export interface Line {
  signal: AbortSignal
  answers: Map<number, (message: WorkerMessage) => void>
  report(message: StepMessage): void
}

/** Returns the context for the step, and a list to which each call of `output` adds an output. */
export function stepContext(run: StepRun, line: Line): { context: Context; written: WrittenOutput[] } {
  const written: WrittenOutput[] = []
  const inputs = run.inputs.map((input) => stepInput(input, line))
  const inputsOf = (slot: string) => inputs.filter((input) => input.slot === slot)
  const say = (stream: 'out' | 'err', text: string) =>
    line.report({ type: 'log', stream, at: new Date().toISOString(), text: String(text) })

  const context: Context = {
    job: { id: run.jobId, name: run.jobName, attempt: run.attempt },
    parameters: run.parameters,
    folder: run.folder,
    signal: line.signal,
    inputs: inputsOf,
    input(slot) {
      const [first] = inputsOf(slot)
      if (!first) throw new StepError(`The slot “${slot}” is empty. Choose data for it and start the job again.`)
      return first
    },
    output(slot, options = {}) {
      const output = announce(run, written, { slot, options })
      written.push(output)
      return output.path
    },
    log: { info: (text) => say('out', text), warn: (text) => say('err', text) },
    progress: (share) => line.report({ type: 'progress', share: Number.isFinite(share) ? share : 0 }),
  }
  return { context, written }
}

function announce(
  run: StepRun,
  written: readonly WrittenOutput[],
  { slot, options }: { slot: string; options: OutputOptions },
): WrittenOutput {
  const declared = run.outputs.find((output) => output.slot === slot)
  if (!declared) throw new Error(`The step has no output slot “${slot}”; it declares ${namesOf(run)}.`)
  const index = written.filter((output) => output.slot === slot).length
  if (declared.maxSlots !== null && index >= declared.maxSlots)
    throw new Error(
      `The output slot “${slot}” accepts at most ${declared.maxSlots} ${declared.maxSlots === 1 ? 'file' : 'files'}.`,
    )
  const name = safeFileName(
    options.name ?? outputName(run.inputs[0]?.name ?? run.jobName, options.suffix ?? `_${slot}`),
  )
  const firstDeclared = declared.mediaType.split(',')[0]?.trim()
  const mediaType = options.mediaType ?? mediaTypeOfName(name) ?? (firstDeclared || 'application/octet-stream')
  const folder = safeFolder(options.folder ?? '')
  const path = join(run.folder, `${OUTPUT_PREFIX}${written.length}`)
  return { slot, index, name, mediaType, ...(folder !== '' && { folder }), path }
}

function namesOf(run: StepRun): string {
  return run.outputs.map((output) => output.slot).join(', ') || 'none'
}

let requests = 0

function stepInput(input: InputMetadata, line: Line): StepInput {
  let fetched: Promise<string> | undefined
  /** Downloads of parts of the file, by offset and length, so each part is downloaded only once. */
  const parts = new Map<string, Promise<string>>()
  const partPath = (part: FilePart) => {
    const name = `${part.start}-${part.bytes}`
    const found = parts.get(name) ?? fetchPath(input, line, part)
    parts.set(name, found)
    return found
  }
  const path = () => {
    fetched ??= fetchPath(input, line)
    return fetched
  }
  return {
    ...input,
    path,
    async stream(range = {}) {
      const { start = 0, end = input.sizeInBytes - 1 } = range
      const bytes = end - start + 1
      if (fetched !== undefined || bytes < 1 || bytes >= input.sizeInBytes / 2)
        return createReadStream(await path(), range)
      return createReadStream(await partPath({ start, bytes }), { end: bytes - 1 })
    },
  }
}

function fetchPath({ slot, index }: InputMetadata, line: Line, part?: FilePart): Promise<string> {
  requests += 1
  const request = requests
  return new Promise((resolve, reject) => {
    line.answers.set(request, (message) => {
      line.answers.delete(request)
      if (message.type === 'input') resolve(message.path)
      else if (message.type === 'no-input') reject(new RetryableError(message.message))
    })
    line.report({ type: 'fetch', request, slot, index, ...(part && { part }) })
  })
}
