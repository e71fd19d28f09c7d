import type { OriginPurpose } from '@millrace/contracts/executions'

export const EXECUTION_TEXTS = {
  noStep: 'No step execution found',
  noStepDetail: 'The step `execute_workflow` is not registered. Ask an administrator to register it.',
  empty: 'An execution is one run of a workflow.',
  notStarted: 'The steps are shown here once the execution has started.',
  choose: 'Select a step to see its job, inputs and results.',
  noReport: 'The report is written when the execution completes.',
} as const

/** Describes how an execution relates to the one from which it was started. */
export const ORIGIN_LABELS: Record<OriginPurpose, string> = {
  Continue: 'Continues an earlier execution',
  Repeat: 'Repeats an earlier execution',
  Verify: 'Verifies an earlier execution',
}
