import { JOB_STATES } from '@millrace/contracts/job-states'
import { JOB_ACTIONS } from '@millrace/contracts/jobs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAvailable, type JobFacts, needsOtherTables } from './jobs.rules.ts'

const ofTheRow = fc.record({
  state: fc.constantFrom(...JOB_STATES),
  hidden: fc.boolean(),
  outputsDeletable: fc.boolean(),
  hasStep: fc.boolean(),
  isAdmin: fc.boolean(),
  isForeign: fc.boolean(),
  parentEnded: fc.boolean(),
  inRunningWorkflow: fc.boolean(),
  isExecution: fc.boolean(),
  mayCopy: fc.boolean(),
})
const more = fc.record({
  stepHasParameters: fc.boolean(),
  hasOutputs: fc.boolean(),
  outputsUsed: fc.boolean(),
  hasSubJobs: fc.boolean(),
})
const settled = JOB_ACTIONS.filter((action) => !needsOtherTables(action))

it.each(settled)('%s depends only on the row of the job', (action) => {
  fc.assert(
    fc.property(ofTheRow, more, more, (row, some, other) => {
      const facts: JobFacts = { ...row, ...some }
      expect(isAvailable(facts, action)).toBe(isAvailable({ ...row, ...other }, action))
    }),
  )
})
