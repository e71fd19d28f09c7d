import { expect, it } from 'vitest'
import type { StepDocument } from '#features/processing-steps/processing-steps.queries.ts'
import { EXECUTION_TEXTS } from '../texts.ts'
import { stepFailure } from './step-failure.ts'
import * as texts from './texts.ts'

const step = { class: ['ProcessingStep'] } as StepDocument
const error = new Error('The server is not responding.')
const retry = () => {}

it('the failure is that the step could not be read, or that no such step exists', () => {
  expect(stepFailure({ data: undefined, error: null }, retry)).toBeUndefined()
  expect(stepFailure({ data: undefined, error }, retry)?.title).toBe(texts.executionsCouldNotBeLoaded)
  expect(stepFailure({ data: null, error: null }, retry)?.title).toBe(EXECUTION_TEXTS.noStep)
})

it('a known step that can’t be read again is no failure', () => {
  expect(stepFailure({ data: step, error }, retry)).toBeUndefined()
})
