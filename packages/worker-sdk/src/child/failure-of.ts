import { type FailedParameter, RetryableError, StepError } from '../step-errors.ts'

const MESSAGE_MAX = 4000

export interface StepFailure {
  failure: { kind: 'final' | 'retryable'; message: string; parameter?: FailedParameter }
  /** Details for the log that help the author of the step to find the bug. */
  details?: string
}

/**
 * Describes a value that a step threw. Messages of StepError and RetryableError are kept, because they are written for
 * users. Any other error is a bug in the step, so its message and stack become details for the log. In messages, paths
 * in the run's folder are shortened to the part after the folder.
 */
export function failureOf(error: unknown, { folder, title }: { folder: string; title: string }): StepFailure {
  const shown = (message: string) =>
    cut(message.replaceAll(`${folder}/`, '').replaceAll(folder, 'the folder of the run'))
  if (error instanceof StepError || named(error, 'StepError'))
    return { failure: { kind: 'final', message: shown(error.message), ...parameterOf(error) } }
  if (error instanceof RetryableError || named(error, 'RetryableError'))
    return { failure: { kind: 'retryable', message: shown(error.message) } }
  return {
    failure: {
      kind: 'final',
      message: `The step crashed. This is a bug in ${title}, not in your data. The log has the details for its author.`,
    },
    details: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}

const TEXT_MAX = 1000
const SUGGESTIONS_MAX = 10
const NAME_MAX = 200

/** Returns the parameter to correct, without what the server would not accept. */
function parameterOf(error: Error & { parameter?: FailedParameter | undefined }): { parameter?: FailedParameter } {
  if (!error.parameter) return {}
  const { name, wrong, offset, suggestions = [], beside } = error.parameter
  const isShort = wrong === undefined || wrong.length <= TEXT_MAX
  return {
    parameter: {
      name,
      ...(isShort && wrong !== undefined && { wrong, ...(offset !== undefined && { offset }) }),
      ...(beside && { beside: beside.filter(({ length }) => length <= NAME_MAX).slice(0, SUGGESTIONS_MAX) }),
      suggestions: suggestions.filter(({ length }) => length <= TEXT_MAX).slice(0, SUGGESTIONS_MAX),
    },
  }
}

/** Compares the name of the error, because `instanceof` is false for errors from another copy of this package. */
function named(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name
}

function cut(message: string): string {
  return message.length > MESSAGE_MAX ? `${message.slice(0, MESSAGE_MAX - 1)}…` : message || 'The step gave no reason.'
}
