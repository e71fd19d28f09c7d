import { sameJson } from '@millrace/parameters/pointer'

/** The parameters in the URL of the configurator. */
export interface EditorAddress {
  /** Link to a saved workflow. */
  link: string | undefined
  /** Comma-separated links of jobs that are converted to a new workflow. */
  fromJobs: string | undefined
  /** Link of the job whose execution the workflow continues. */
  continues: string | undefined
}

/**
 * An editing session, which lasts from opening a workflow until another one is opened. Saving changes the URL, but not
 * the session.
 */
export interface EditorSession {
  number: number
  began: EditorAddress
  now: EditorAddress
  /** URL parameters that the editor itself has navigated to. */
  own: readonly EditorAddress[]
}

export function firstSession(address: EditorAddress): EditorSession {
  return { number: 0, began: address, now: address, own: [] }
}

/** Returns the session for URL parameters: the same one if the editor itself navigated there, otherwise a new one. */
export function sessionAt(session: EditorSession, address: EditorAddress): EditorSession {
  if (sameJson(address, session.now)) return session
  if (session.own.some((own) => sameJson(own, address))) return { ...session, now: address }
  return { number: session.number + 1, began: address, now: address, own: [] }
}
