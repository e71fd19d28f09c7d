import { expect, it } from 'vitest'
import { combinedState } from './combined-state.ts'

it.each([
  ['Processing', ['Completed', 'Error', 'Pending', 'Processing']],
  ['Pending', ['Completed', 'Error', 'Pending']],
  ['Error', ['Completed', 'Error']],
  ['Created', ['Completed', 'Created']],
  ['DataMissing', ['Completed', 'Created', 'DataMissing']],
  ['Completed', ['Completed', 'Completed']],
] as const)('the joint state is %s, that of a job in progress or otherwise the worst one: %j', (joint, states) => {
  expect(combinedState(states)).toBe(joint)
})
