import type { QueryResultProperties } from '@millrace/contracts/queries'
import { embedded, selfHref } from '@millrace/siren/read'
import type { BrowserContext } from 'playwright-core'
import type { Person } from './api-client.ts'

/** Screens by name, as paths of the web app. */
export type Screens = Record<string, string>

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
  account: '/settings/account',
  activity: '/settings/activity',
  organization: '/settings/organization',
  keys: '/settings/keys',
  lost: '/no/such/page',
}

/** The area of administrators. */
export const ADMINISTRATION: Screens = {
  'admin-users': '/admin/users',
  'admin-organizations': '/admin/organizations',
  'admin-grants': '/admin/grants',
  'admin-system': '/admin/system',
  'admin-activity': '/admin/activity',
}

/** Pages of single resources: a job of each terminal state, files, a step, and the panel with a step chosen. */
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

/** Signs a browser in as a user who signed up over HTTP. */
export async function signInAs(context: BrowserContext, url: string, { email, password }: Person): Promise<void> {
  const reply = await context.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email, password },
  })
  if (!reply.ok()) throw new Error(`Signing in returned ${reply.status()}: ${await reply.text()}`)
}

async function newest(person: Person, query: string, filter: object): Promise<string> {
  const body = { Filter: filter, Pagination: { PageSize: 1 } }
  const found = await person.read<QueryResultProperties>(await person.post(`/api/${query}/CreateQuery`, body))
  const [first] = embedded(found as never, 'item')
  if (!first) throw new Error(`Nothing matches ${JSON.stringify(filter)}.`)
  return selfHref(first)
}

/** The `{details}` part of a URL. */
export function linkCode(href: string): string {
  return Buffer.from(new URL(href).pathname).toString('base64url')
}
