import type { FailedParameter } from './step-errors.ts'

/** The IPC messages between the worker and a step's process. */

/** Metadata of an input. The file itself is downloaded when the step asks for it. */
export interface InputMetadata {
  slot: string
  index: number
  name: string
  mediaType: string
  sizeInBytes: number
  folder?: string
}

export interface StepRun {
  jobId: string
  jobName: string
  attempt: number
  functionName: string
  version: string
  parameters: Record<string, unknown>
  inputs: InputMetadata[]
  outputs: { slot: string; mediaType: string; maxSlots: number | null }[]
  folder: string
  /** Remaining storage of the owner. Null if the storage is unlimited. */
  storageBytes: number | null
}

/** An output that a step has written to the folder of its run. */
export interface WrittenOutput {
  slot: string
  index: number
  name: string
  mediaType: string
  folder?: string
  path: string
}

/** A part of a file: the 0-based offset of its first byte, and its length. */
export interface FilePart {
  start: number
  bytes: number
}

export type WorkerMessage =
  | { type: 'run'; run: StepRun }
  | { type: 'input'; request: number; path: string }
  | { type: 'no-input'; request: number; message: string }
  | { type: 'abort' }

export type StepMessage =
  | { type: 'ready' }
  | { type: 'fetch'; request: number; slot: string; index: number; part?: FilePart }
  | { type: 'log'; stream: 'out' | 'err'; at: string; text: string }
  | { type: 'progress'; share: number }
  | { type: 'done'; result: unknown; outputs: WrittenOutput[] }
  | { type: 'failed'; kind: 'final' | 'retryable'; message: string; parameter?: FailedParameter }

/**
 * Returns the marker that a step's process writes to stdout and stderr when the step ends. When the worker reads the
 * marker, it has read all output of the step. The marker contains the job's id, so a step cannot print it by accident.
 */
export function endOfOutput(jobId: string): string {
  return `\u0001millrace:end:${jobId}\u0001`
}
