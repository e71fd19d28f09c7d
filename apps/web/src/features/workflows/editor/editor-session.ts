import { sameJson } from '@millrace/parameters/pointer'

/** What the address of the configurator says. */
export interface EditorAddress {
  /** Leads to a saved workflow. */
  link: string | undefined
  /** Links of jobs that become a new workflow, separated by commas. */
  fromJobs: string | undefined
  /** Link of the job of an execution that the workflow continues. */
  continues: string | undefined
}

/** The time from opening a workflow until another one is opened. Saving it changes the address, but not the session. */
export interface EditorSession {
  number: number
  began: EditorAddress
  now: EditorAddress
  /** Addresses to which the editor itself has moved. */
  own: readonly EditorAddress[]
}

/** The session in which the configurator opens. */
export function firstSession(address: EditorAddress): EditorSession {
  return { number: 0, began: address, now: address, own: [] }
}

/** The session at an address: the same one if the editor itself moved there, else a new one. */
export function sessionAt(session: EditorSession, address: EditorAddress): EditorSession {
  if (sameJson(address, session.now)) return session
  if (session.own.some((own) => sameJson(own, address))) return { ...session, now: address }
  return { number: session.number + 1, began: address, now: address, own: [] }
}
