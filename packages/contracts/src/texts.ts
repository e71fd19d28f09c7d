import type { WireJobState } from './job-states.ts'

/** Interface texts, keyed by wire name. */
export const STATE_LABELS = {
  Undefined: 'Unknown',
  Created: 'Draft',
  ReadyForProcessing: 'Ready to start',
  Pending: 'Queued',
  Processing: 'Running',
  Completed: 'Completed',
  Error: 'Failed',
  Canceled: 'Canceled',
  DataMissing: 'Data missing',
} as const satisfies Record<WireJobState, string>

export const ACTION_LABELS: Record<string, string> = {
  StartProcessing: 'Start job',
  CancelProcessing: 'Cancel job',
  Rename: 'Rename',
  EditTags: 'Edit tags',
  EditComment: 'Edit note',
  EditMediaType: 'Change type…',
  EditTitle: 'Edit title',
  Hide: 'Hide',
  UnHide: 'Unhide',
  Delete: 'Delete',
  DeleteWithOutputData: 'Delete',
  AllowDeletion: 'Allow deletion',
  DisallowDeletion: 'Protect from deletion',
  AllowOutputDataDeletion: 'Allow deletion of results',
  DisallowOutputDataDeletion: 'Protect results from deletion',
  SetJobToErrorState: 'Mark as failed',
  SelectProcessing: 'Choose step',
  ConfigureProcessing: 'Set parameters',
  SelectWorkData: 'Choose data',
  SelectWorkDataCollection: 'Choose data',
  Clear: 'Clear',
  MakePublic: 'Make public',
  MakePrivate: 'Make private',
  Upload: 'Upload files',
  RunSample: 'Run the sample',
  CopyToOrg: 'Copy to an organization…',
  CopyToUser: 'Copy to my workspace',
  ConfigureDefaultParameters: 'Set default parameters',
  ClearDefaultParameters: 'Clear default parameters',
  Deprecate: 'Deprecate',
  Restore: 'Undo deprecation',
  AssignCodeHash: 'Assign code hash',
  ClearCodeHash: 'Clear code hash',
  ConfigureExternalDeployment: 'Offer to workers',
  SuspendDeployment: 'Suspend',
  ResumeDeployment: 'Resume',
  RemoveDeployment: 'Stop offering to workers',
  RegisterNewProcessingStep: 'Register a step',
  SetJobsErrorState: 'Mark old jobs as failed',
  SuspendAllDeployments: 'Suspend all steps',
}

/** Why jobs of an execution wait. */
export const NO_WORKER_FOR = 'No worker for {step} is connected.'

export const STEP_SUSPENDED_FOR = '{step} is suspended or not deployed. Its jobs wait until that changes.'

/** Why a started job is not running yet. */
export const STEP_SUSPENDED = 'This step is suspended or not deployed. The job starts when that changes.'
export const NO_WORKER = 'No worker for this step is connected. The job starts when one connects.'

export const KIND_LABELS = {
  Unknown: 'Unknown',
  ClientUpload: 'Uploaded',
  ProcessingArtefact: 'Result',
  Monitoring: 'Monitoring',
} as const

/** Whether a failed job's cause says that the step reached the memory limit. */
export function isOutOfMemory(cause: string | null): boolean {
  return cause !== null && /out of memory|of memory, the limit of this worker/.test(cause)
}
