import { expect, it } from 'vitest'
import { ApiProblem } from './api.ts'
import { RefusedValues, refusedValuesIn } from './refused-values.ts'

const TOO_LARGE = 'Must be 50 or less.'

function refusal(...pointers: string[]): ApiProblem {
  const faults = pointers.map((pointer) => ({ pointer, message: TOO_LARGE }))
  return new ApiProblem(422, 'Unprocessable Entity', { code: 'invalid-parameters', faults })
}

it('names each refused value once, and keeps what is wrong with all cells', () => {
  const cells = [1, 51].flatMap((window) => ['mean', 'median'].map((method) => ({ window, method })))

  const refused = refusedValuesIn(refusal('/Cells/2/window', '/Cells/3/window', '/limit'), cells)

  expect(refused).toBeInstanceOf(RefusedValues)
  expect(refused).toMatchObject({
    values: [{ name: 'window', value: 51, message: TOO_LARGE }],
    shared: [{ pointer: '/limit', message: TOO_LARGE }],
  })
})

it('leaves other errors as they are', () => {
  const problem = refusal('/limit')

  expect(refusedValuesIn(problem, [{ window: 1 }])).toBe(problem)
})
