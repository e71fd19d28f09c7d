import type { ApiEvent, LiveEvent } from '@millrace/contracts/events'
import type { Change } from '@millrace/db/changes'
import { href } from '#links.ts'

const encoder = new TextEncoder()

/** An event with empty data. Unlike a comment line, an event makes clients check whether they should still listen. */
export const KEEP_ALIVE = encoder.encode('event: keepalive\ndata: \n\n')

/** Encodes the position at which a stream starts. The position is sent before the first event. */
export function positionMessage(cursor: string): Uint8Array {
  return encoder.encode(`id: ${cursor}\nevent: keepalive\ndata: \n\n`)
}

/** Encodes an event for the stream. `cursor` is the position that the client has reached after reading the event. */
export function message(event: LiveEvent, cursor?: string): Uint8Array {
  const id = cursor === undefined ? '' : `id: ${cursor}\n`
  return encoder.encode(`${id}data: ${JSON.stringify(event)}\n\n`)
}

/** Returns the event for a resource that was created, changed or deleted. The event’s link starts with `origin`. */
export function changeEvent(origin: string, type: Change['type'], event: Change['event'], id: string): ApiEvent {
  return { EventType: event, ResourceType: type, ResourceLink: linkTo(origin, type, id) }
}

export function jobChanged(origin: string, jobId: string): ApiEvent {
  return changeEvent(origin, 'Job', 'Changed', jobId)
}

/** Returns the event for a running job’s progress, from 0 to 1. */
export function progressEvent(origin: string, jobId: string, value: number): LiveEvent {
  return { EventType: 'Progress', ResourceType: 'Job', ResourceLink: href.job(origin, jobId), Progress: value }
}

/** Returns the event that tells clients to read everything again, because the changes could not be listed. */
export function refreshEvent(origin: string): ApiEvent {
  return { EventType: 'Refresh', ResourceType: 'All', ResourceLink: href.entryPoint(origin) }
}

function linkTo(origin: string, type: Change['type'], id: string): string {
  if (type === 'WorkData') return href.workData(origin, id)
  return type === 'ProcessingStep' ? href.step(origin, id) : href.job(origin, id)
}
