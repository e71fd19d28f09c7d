/** A message of the event stream (link `ApiEventsEndpoint` of Info). Its `data` is this object as JSON. */
export interface ApiEvent {
  EventType: 'Created' | 'Changed' | 'Deleted' | 'Refresh'
  ResourceType: 'Job' | 'JobLog' | 'WorkData' | 'ProcessingStep' | 'All'
  /**
   * The self href of the changed resource, exactly as in its document. For `JobLog`, the href of the job. For `Refresh`,
   * the href of the entry point.
   */
  ResourceLink: string
}

/**
 * Progress of a running job, from 0 to 1. Sent only on streams that were opened through the entry point's link
 * `LiveUpdates`.
 */
export interface ProgressEvent {
  EventType: 'Progress'
  ResourceType: 'Job'
  ResourceLink: string
  Progress: number
}

/** The messages of a stream opened through the link `LiveUpdates`. */
export type LiveEvent = ApiEvent | ProgressEvent
