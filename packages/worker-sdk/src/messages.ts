import type { FailedParameter } from './step-errors.ts'

/** The IPC messages between the worker and a step's process. */

/** An input by its metadata. The file is downloaded when the step asks for it. */
export interface InputMetadata {
  slot: string
  index: number
  name: string
  mediaType: string
  sizeInBytes: number
  folder?: string
}

/** What a step's process needs to know to run a step. */
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
  /** How much the owner can still store. Null: unlimited. */
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

/** A part of a file: its first byte, from 0, and its length. */
export interface FilePart {
  start: number
  bytes: number
}

/** Worker → step's process. */
export type WorkerMessage =
  | { type: 'run'; run: StepRun }
  | { type: 'input'; request: number; path: string }
  | { type: 'no-input'; request: number; message: string }
  | { type: 'abort' }

/** Step's process → worker. */
export type StepMessage =
  | { type: 'ready' }
  | { type: 'fetch'; request: number; slot: string; index: number; part?: FilePart }
  | { type: 'log'; stream: 'out' | 'err'; at: string; text: string }
  | { type: 'progress'; share: number }
  | { type: 'done'; result: unknown; outputs: WrittenOutput[] }
  | { type: 'failed'; kind: 'final' | 'retryable'; message: string; parameter?: FailedParameter }

/**
 * Written to stdout and stderr at the end of a step, so that the worker knows that it has read the step's whole output.
 * It contains the job's id, so a step cannot print it by accident.
 */
export function endOfOutput(jobId: string): string {
  return `\u0001millrace:end:${jobId}\u0001`
}
