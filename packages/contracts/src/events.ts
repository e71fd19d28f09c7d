/** One message of the event stream (link `ApiEventsEndpoint` of Info); `data` is this object as JSON. */
export interface ApiEvent {
  EventType: 'Created' | 'Changed' | 'Deleted' | 'Refresh'
  ResourceType: 'Job' | 'JobLog' | 'WorkData' | 'ProcessingStep' | 'All'
  /** The self href of what changed, exactly as in its document. */
  ResourceLink: string
}

/** How far a running job got, 0 to 1. Only on streams opened by the entry point's link `LiveUpdates`. */
export interface ProgressEvent {
  EventType: 'Progress'
  ResourceType: 'Job'
  ResourceLink: string
  Progress: number
}

/** What a stream opened by the link `LiveUpdates` carries. */
export type LiveEvent = ApiEvent | ProgressEvent
