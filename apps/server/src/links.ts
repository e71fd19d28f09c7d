import { Problem } from '#problem.ts'

/** The URLs of the jobs service. `origin` is the origin that the client used. */
export const href = {
  entryPoint: (origin: string) => `${origin}/api/EntryPoint`,
  admin: (origin: string) => `${origin}/api/Admin`,
  info: (origin: string) => `${origin}/api/Info`,
  user: (origin: string, id: string) => `${origin}/api/User/${id}`,
  events: (origin: string) => `${origin}/api/Events`,
  dashboard: (origin: string) => `${origin}/api/Dashboard`,
  liveUpdates: (origin: string, cursor: string) => `${origin}/api/Events?after=${encodeURIComponent(cursor)}`,
  schema: (origin: string, parameterType: string) => `${origin}/api/ActionParameterTypes/${parameterType}`,
  jobsRoot: (origin: string) => `${origin}/api/JobsRoot`,
  workDataRoot: (origin: string) => `${origin}/api/WorkDataRoot`,
  accessRequests: (origin: string) => `${origin}/api/AccessRequests`,
  stepsRoot: (origin: string) => `${origin}/api/ProcessingStepsRoot`,
  job: (origin: string, id: string) => `${origin}/api/Job/${id}`,
  workData: (origin: string, id: string) => `${origin}/api/WorkData/${id}`,
  step: (origin: string, id: string) => `${origin}/api/ProcessingStep/${id}`,
}

const NAMED = /^\/api\/(Job|WorkData|ProcessingStep|User)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i

/**
 * Returns the job, work data or step that a URL identifies. Undefined for other URLs. Throws a Problem if the URL is
 * malformed.
 */
export function resourceOfHref(
  address: string,
): { kind: 'Job' | 'WorkData' | 'ProcessingStep'; id: string } | undefined {
  const kind = (['Job', 'WorkData', 'ProcessingStep'] as const).find((name) => address.includes(`/api/${name}/`))
  return kind && { kind, id: idFromHref(address, kind) }
}

/**
 * Returns the id from the URL of a resource of the given kind. Throws a Problem for any other URL. Clients may use any
 * host name, because only the path matters. The caller must check access.
 */
export function idFromHref(address: string, kind: 'Job' | 'WorkData' | 'ProcessingStep' | 'User'): string {
  const url = URL.parse(address, 'http://here.invalid')
  const [, found, id] = (url && NAMED.exec(url.pathname)) ?? []
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isWeb && url.username === '' && url.search === '' && url.hash === '' && found === kind && id)
    return id.toLowerCase()
  throw new Problem('invalid-parameters', `${address.slice(0, 200)} is not the URL of a ${kind} on this server.`)
}

/** Returns the id of the work data that a URL identifies, or undefined for anything else. */
export function workDataIdOf(address: string): string | undefined {
  try {
    return idFromHref(address, 'WorkData')
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Returns the path of the web page of a job or work data, for links in emails. */
export function pageOf({ kind, id }: { kind: 'Job' | 'WorkData'; id: string }): string {
  const details = Buffer.from(`/api/${kind}/${id}`).toString('base64url')
  return kind === 'Job' ? `/jobs/${details}` : `/workdata/explorer/${details}`
}
