import type { WireJobState } from './job-states.ts'

/** Words for people. Actions are labelled by their wire name; the server's title is the fallback. */
export const STATE_LABELS = {
  Undefined: 'Unknown',
  Created: 'Draft',
  ReadyForProcessing: 'Ready',
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
  EditComment: 'Edit comment',
  EditTitle: 'Edit title',
  Hide: 'Hide',
  UnHide: 'Show again',
  Delete: 'Delete',
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
}

export const KIND_LABELS = {
  Unknown: 'Unknown',
  ClientUpload: 'Uploaded',
  ProcessingArtefact: 'Result',
  Monitoring: 'Monitoring',
} as const
