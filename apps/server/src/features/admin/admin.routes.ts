import { SetJobsErrorStateParameters } from '@millrace/contracts/jobs'
import { SuspendAllDeploymentsParameters } from '@millrace/contracts/processing-steps'
import { document, jsonAction, link } from '@millrace/siren/build'
import { Hono } from 'hono'
import type { AppEnv } from '#app-env.ts'
import type { BulkEndingService } from '#features/jobs/bulk-endings.service.ts'
import type { BulkSuspensionService } from '#features/processing-steps/bulk-suspension.service.ts'
import { requireAdministrator } from '#http/session.ts'
import { done, siren } from '#http/siren.ts'
import { actionParameters } from '#http/valid.ts'
import { href } from '#links.ts'

interface Services {
  jobs: BulkEndingService
  steps: BulkSuspensionService
}

/** HTTP routes for actions of administrators on the resources of all owners. Mounted at /api. */
export function adminRoutes({ jobs, steps }: Services) {
  return new Hono<AppEnv>()
    .get('/Admin', requireAdministrator, (c) => siren(c, adminDocument(c.var.origin)))
    .post('/Admin/SetJobsErrorState', requireAdministrator, async (c) => {
      const input = await actionParameters(c, 'SetJobsErrorStateParameters', SetJobsErrorStateParameters)
      await jobs.endBefore(c.var.actor, new Date(input.CreatedBefore), input.Message)
      return done(c)
    })
    .post('/Admin/SuspendAllDeployments', requireAdministrator, async (c) => {
      const name = 'SuspendAllDeploymentsParameters'
      const { SuspensionType } = await actionParameters(c, name, SuspendAllDeploymentsParameters)
      await steps.suspendAll(c.var.actor, SuspensionType)
      return done(c)
    })
}

function adminDocument(origin: string) {
  const at = `${origin}/api`
  const action = (name: string, path: string, title: string, type: string) =>
    jsonAction(name, `${at}/${path}`, title, { type, schemaHref: href.schema(origin, type) })
  return document('Admin', {
    actions: [
      action('CreateAdminJobQuery', 'JobQuery/CreateAdminQuery', 'Find jobs of all owners.', 'AdminJobQueryParameters'),
      action(
        'CreateAdminWorkDataQuery',
        'WorkDataQuery/CreateAdminQuery',
        'Find work data of all owners.',
        'AdminWorkDataQueryParameters',
      ),
      action(
        'CreateAdminProcessingStepQuery',
        'ProcessingStepQuery/CreateAdminQuery',
        'Find steps of all owners.',
        'AdminProcessingStepQueryParameters',
      ),
      action(
        'SetJobsErrorState',
        'Admin/SetJobsErrorState',
        'Mark unfinished jobs older than a given time as failed.',
        'SetJobsErrorStateParameters',
      ),
      action(
        'SuspendAllDeployments',
        'Admin/SuspendAllDeployments',
        'Suspend all steps: workers receive no jobs.',
        'SuspendAllDeploymentsParameters',
      ),
    ],
    links: [
      link('self', href.admin(origin)),
      link('JobTags', `${at}/JobsRoot/UsedTagsAdmin`),
      link('WorkDataTags', `${at}/WorkDataRoot/UsedTagsAdmin`),
      link('ProcessingStepTags', `${at}/ProcessingStepsRoot/UsedTagsAdmin`),
    ],
  })
}
