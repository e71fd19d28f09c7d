export {
  defineStep,
  type ExampleFile,
  type Slot,
  type Step,
  type StepDefinition,
  type StepExample,
} from './define-step.ts'
export { outputName } from './output-name.ts'
export type { ParameterProperty, ParameterSchema, ParametersOf } from './parameter-types.ts'
export { type LocalInput, type RunStepOptions, runStep, type StepOutcome } from './run-step.ts'
export { runWorker, type WorkerOptions } from './run-worker.ts'
export type { OutputOptions, StepContext, StepInput } from './step-context.ts'
export { type FailedParameter, RetryableError, StepError } from './step-errors.ts'
