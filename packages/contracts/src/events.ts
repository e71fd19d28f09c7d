/** One message of the event stream (link `ApiEventsEndpoint` of Info); `data` is this object as JSON. */
export interface ApiEvent {
  EventType: 'Created' | 'Changed' | 'Deleted' | 'Refresh'
  ResourceType: 'Job' | 'JobLog' | 'WorkData' | 'ProcessingStep' | 'All'
  /** The self href of what changed, exactly as in its document. */
  ResourceLink: string
}
