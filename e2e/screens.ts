import type { QueryResultProperties } from '@millrace/contracts/queries'
import { embedded, selfHref } from '@millrace/siren/read'
import type { BrowserContext } from 'playwright-core'
import type { Calls, Person } from './api-client.ts'

/** Screens by name, as paths of the web app. */
export type Screens = Record<string, string>

export const SETTINGS: Screens = {
  account: '/settings/account',
  activity: '/settings/activity',
  organization: '/settings/organization',
  keys: '/settings/keys',
}

export const LISTS: Screens = {
  dashboard: '/dashboard',
  jobs: '/jobs',
  'jobs-no-match': '/jobs?Name=nothing-is-called-this',
  'start-panel': '/jobs?start=new',
  steps: '/processing-steps',
  'steps-cards': '/processing-steps?view=cards',
  'work-data': '/workdata/explorer',
  'work-data-grid': '/workdata/explorer?view=grid',
  workflows: '/workflows/explorer',
  configurator: '/workflows/configurator',
  executions: '/workflows/executions',
  upload: '/workdata/upload',
  ...SETTINGS,
  lost: '/no/such/page',
}

export const SIGNED_OUT: Screens = { login: '/login', 'sign-up': '/sign-up', 'forgot-password': '/forgot-password' }

export const ADMINISTRATION: Screens = {
  'admin-users': '/admin/users',
  'admin-organizations': '/admin/organizations',
  'admin-grants': '/admin/grants',
  'admin-system': '/admin/system',
  'admin-activity': '/admin/activity',
}

/**
 * Returns pages of a completed, a failed and a ready job, of an uploaded file, a result and a step, and the filled
 * start panel.
 */
export async function detailsOf(person: Person): Promise<Screens> {
  const job = (State: string) => newest(person, 'JobQuery', { State })
  const data = (IsKind: string) => newest(person, 'WorkDataQuery', { IsKind })
  const step = await newest(person, 'ProcessingStepQuery', { FunctionName: 'plot_table' })
  const upload = await data('ClientUpload')
  return {
    'job-completed': `/jobs/${linkCode(await job('Completed'))}`,
    'job-failed': `/jobs/${linkCode(await job('Error'))}`,
    'job-ready': `/jobs/${linkCode(await job('ReadyForProcessing'))}`,
    'file-uploaded': `/workdata/explorer/${linkCode(upload)}`,
    'file-made': `/workdata/explorer/${linkCode(await data('ProcessingArtefact'))}`,
    step: `/processing-steps/${linkCode(step)}`,
    'start-panel-filled': `/jobs?start=data.${linkCode(upload)}~step.${linkCode(step)}`,
  }
}

/** Returns the lists of users and organizations with one of each in the inspector. */
export function inspectorsOf({ userId, organizationId }: { userId: string; organizationId: string }): Screens {
  return {
    'admin-user': `/admin/users?user=${userId}`,
    'admin-organization': `/admin/organizations?organization=${organizationId}`,
  }
}

export type Login = Pick<Person, 'email' | 'password'> & { organizationId?: string }

/** Signs a browser in as a user who signed up over HTTP, in the context of an organization if there is one. */
export async function signInAs(
  context: BrowserContext,
  url: string,
  { email, password, organizationId }: Login,
): Promise<void> {
  await ask('sign-in/email', { email, password })
  if (organizationId !== undefined) await ask('organization/set-active', { organizationId })

  async function ask(path: string, data: object): Promise<void> {
    const reply = await context.request.post(`${url}/api/auth/${path}`, { headers: { origin: url }, data })
    if (!reply.ok()) throw new Error(`${path} returned ${reply.status()}: ${await reply.text()}`)
  }
}

/** Returns the URL of the newest resource that a query finds. Throws if the query finds none. */
export async function newest(person: Calls, query: string, filter: object): Promise<string> {
  const body = { Filter: filter, Pagination: { PageSize: 1 } }
  const found = await person.read<QueryResultProperties>(await person.post(`/api/${query}/CreateQuery`, body))
  const [first] = embedded(found as never, 'item')
  if (!first) throw new Error(`Nothing matches ${JSON.stringify(filter)}.`)
  return selfHref(first)
}

/** Returns the `{details}` part of a URL. */
export function linkCode(href: string): string {
  return Buffer.from(new URL(href).pathname).toString('base64url')
}
