import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, parse, resolve } from 'node:path'
import { mediaTypeOfName } from '@millrace/contracts/media-types'
import { stepContext } from './child/step-context-of.ts'
import { withDefaults } from './default-parameters.ts'
import type { Step } from './define-step.ts'
import { inputName } from './job-files.ts'
import type { FilePart, InputMetadata, StepMessage, StepRun, WorkerMessage } from './messages.ts'

/**
 * A local file, optionally with the folder that it would have as work data.
 *
 * @example
 * const input: LocalInput = { path: 'readings.csv', folder: '2024/gauges' }
 */
export type LocalInput = string | { path: string; folder: string }

/**
 * The inputs of a step run: local files by slot, parameters, and a folder for the outputs.
 *
 * @example
 * const options: RunStepOptions = { inputs: { table: 'readings.csv' }, parameters: { rows: 3 }, folder: 'out' }
 */
export interface RunStepOptions {
  inputs: Record<string, LocalInput | readonly LocalInput[]>
  parameters?: Record<string, unknown>
  folder: string
}

/**
 * The outcome of a step run: its result, the files that the step wrote, and its log line by line.
 *
 * @example
 * const { outputs, log } = await runStep(headTable, { inputs: { table: 'readings.csv' }, folder: 'out' })
 */
export interface StepOutcome {
  result: unknown
  outputs: { slot: string; index: number; name: string; mediaType: string; folder?: string; path: string }[]
  log: string[]
}

/**
 * Runs a step on local files in this process, without a server, to try or test the step. Errors of the step are
 * rethrown.
 *
 * @example
 * const { outputs } = await runStep(headTable, {
 *   inputs: { table: 'readings.csv' },
 *   parameters: { rows: 3 },
 *   folder: await mkdtemp(join(tmpdir(), 'head-')),
 * })
 * console.log(await readFile(outputs[0].path, 'utf8'))
 */
export async function runStep(step: Step, options: RunStepOptions): Promise<StepOutcome> {
  const target = resolve(options.folder)
  mkdirSync(target, { recursive: true })
  // As in a job, each run has an empty folder, even if the step has already run with the same options.
  const folder = mkdtempSync(join(target, '.job-'))
  try {
    return await runIn(folder, step, { ...options, folder: target })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runIn(folder: string, step: Step, options: RunStepOptions): Promise<StepOutcome> {
  const files = Object.entries(options.inputs).flatMap(([slot, inputs]) =>
    [inputs].flat().map((input, index) => {
      const { path, ...rest } = typeof input === 'string' ? { path: input } : input
      return { slot, index, path: resolve(path), ...rest }
    }),
  )
  const log: string[] = []
  const answers = new Map<number, (message: WorkerMessage) => void>()
  const report = (message: StepMessage) => {
    if (message.type === 'log') log.push(message.text)
    if (message.type !== 'fetch') return
    const { request, slot, index, part } = message
    const at = files.findIndex((file) => file.slot === slot && file.index === index)
    const path = join(folder, inputName(at, part))
    copyInput(files[at]?.path ?? '', path, part)
    answers.get(request)?.({ type: 'input', request, path })
  }
  const run = localRun(step, { files, folder, parameters: withDefaults(step.parameters, options.parameters) })
  const { context, written } = stepContext(run, { signal: new AbortController().signal, answers, report })
  const result = await step.run(context)
  const inputPaths = files.map(({ path }) => path)
  return { result, outputs: underTheirNames(written, options.folder, inputPaths), log }
}

/**
 * Moves the outputs to the folder under their own names. If an input or another output already has the same path, adds
 * a number to the name.
 */
function underTheirNames(outputs: StepOutcome['outputs'], folder: string, inputs: string[]): StepOutcome['outputs'] {
  const taken = new Set(inputs)
  return outputs.map((output) => {
    const { dir, name, ext } = parse(join(folder, output.folder ?? '', output.name))
    let path = join(dir, `${name}${ext}`)
    for (let n = 2; taken.has(path); n += 1) path = join(dir, `${name} (${n})${ext}`)
    taken.add(path)
    mkdirSync(dir, { recursive: true })
    renameSync(output.path, path)
    return { ...output, path }
  })
}

function copyInput(from: string, to: string, part: FilePart | undefined): void {
  if (!part) {
    copyFileSync(from, to)
    return
  }
  const bytes = Buffer.alloc(part.bytes)
  const file = openSync(from, 'r')
  try {
    writeFileSync(to, bytes.subarray(0, readSync(file, bytes, 0, part.bytes, part.start)))
  } finally {
    closeSync(file)
  }
}

interface LocalRun {
  files: { slot: string; index: number; path: string; folder?: string }[]
  folder: string
  parameters: Record<string, unknown>
}

function localRun(step: Step, { files, folder, parameters }: LocalRun): StepRun {
  const { functionName, version } = step
  const outputs = (step.outputs ?? []).map(({ name, mediaType = '', max }) => ({
    slot: name,
    mediaType,
    maxSlots: max === undefined ? 1 : max,
  }))
  const inputs = files.map(metadataOf)
  return {
    jobId: 'local',
    jobName: functionName,
    attempt: 1,
    functionName,
    version,
    parameters,
    inputs,
    outputs,
    folder,
    storageBytes: null,
  }
}

function metadataOf({ path, ...place }: LocalRun['files'][number]): InputMetadata {
  const name = basename(path)
  const mediaType = mediaTypeOfName(name) ?? 'application/octet-stream'
  return { ...place, name, mediaType, sizeInBytes: statSync(path).size }
}
