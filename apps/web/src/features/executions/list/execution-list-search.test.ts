import { JOB_STATES } from '@millrace/contracts/job-states'
import { expect, it } from 'vitest'
import { EXECUTION_LIST_DEFAULTS, EXECUTION_TABS, executionQueryOf, TAB_STATES } from './execution-list-search.ts'

it('lists what is queued or runs as in progress, but no drafts', () => {
  const { Filter } = executionQueryOf({ ...EXECUTION_LIST_DEFAULTS, tab: 'active' }, 'https://x/api/ProcessingStep/1')

  expect(Filter).toMatchObject({ States: ['Pending', 'Processing'], IsSubJob: false })
})

it('has one tab for each state', () => {
  const listed = EXECUTION_TABS.flatMap((tab) => TAB_STATES[tab] ?? [])

  expect(listed.toSorted()).toEqual(JOB_STATES.toSorted())
})
