import { DashboardParameters, type DashboardProperties, type DashboardRel } from '@millrace/contracts/dashboard'
import { LIMITS } from '@millrace/contracts/limits'
import { document, link } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv, Viewer } from '#app-env.ts'
import { problemBody } from '#http/problem-response.ts'
import { siren } from '#http/siren.ts'
import { valid } from '#http/valid.ts'
import { href } from '#links.ts'
import { jobGroup } from '../jobs/job-groups.siren.ts'
import { jobDocument } from '../jobs/jobs.siren.ts'
import { workDataDocument } from '../work-data/work-data.siren.ts'
import type { Dashboard, DashboardService } from './dashboard.service.ts'

type Parts = Omit<Dashboard, 'failures'>

/** HTTP routes of the dashboard, which the entry point links to. Mounted at /api. */
export function dashboardRoutes(dashboard: DashboardService, log: Logger) {
  return new Hono<AppEnv>().get('/Dashboard', async (c) => {
    const { TimeZone } = valid(DashboardParameters, c.req.query())
    const self = `${href.dashboard(c.var.origin)}?TimeZone=${encodeURIComponent(TimeZone)}`
    const { failures, ...found } = await dashboard.read(c.var.actor, TimeZone)
    const Failures = failures.map(({ part, error }) => ({ Part: part, Problem: problemBody(error, c, log) }))
    const properties = { ...propertiesOf(c.var, found), ...(Failures.length > 0 && { Failures }) }
    return siren(c, dashboardDocument(c.var, self, properties, found))
  })
}

function dashboardDocument(
  viewer: Viewer,
  self: string,
  properties: DashboardProperties,
  found: Parts,
): SirenDocument<DashboardProperties> {
  const jobs = (rel: DashboardRel, part: Parts['processing']) =>
    part?.views.map((view) => jobDocument(viewer, view, [rel])) ?? []
  const workData = (rel: DashboardRel, part: Parts['uploads']) =>
    part?.rows.map((row) => workDataDocument(viewer, row, part.names, [rel])) ?? []
  return document('DashboardSummary', {
    properties,
    entities: [
      ...jobs('StoppedJob', found.stopped),
      ...jobs('OldDraft', found.drafts),
      ...jobs('ProcessingJob', found.processing),
      ...jobs('PendingJob', found.pending),
      ...jobs('CompletedJob', found.completed),
      ...jobs('SampleJob', found.sample),
      ...workData('LatestResult', found.results),
      ...workData('LatestUpload', found.uploads),
    ] as never[],
    links: [link('self', self)],
  })
}

function propertiesOf(
  { origin }: Viewer,
  { processing, pending, stopped, drafts, uploads, steps, workers, days }: Parts,
): DashboardProperties {
  const groups = stopped?.groups ?? []
  // The list is filtered by state, but `states` and `partial` cover the jobs of all states. `partial` names the states
  // that were not counted to the end.
  const { states = {}, partial = [], total: running = 0 } = processing ?? {}
  const waiting = pending?.total ?? 0
  return {
    TotalJobs: partial.length > 0 ? LIMITS.countMax + 1 : Object.values(states).reduce((sum, count) => sum + count, 0),
    StateCounts: {
      ...states,
      ...(running > 0 && { Processing: running }),
      ...(waiting > 0 && { Pending: waiting }),
    },
    StoppedJobs: groups.reduce((sum, { jobs }) => sum + jobs, stopped?.total ?? 0),
    StoppedGroups: groups.map((group) => jobGroup(origin, group)),
    OldDrafts: drafts?.total ?? 0,
    UploadedWorkData: uploads?.total ?? 0,
    ProcessingSteps: steps ?? 0,
    ConnectedWorkers: workers ?? 0,
    Days: (days ?? []).map(({ start, total, completed, failed }) => ({
      Start: start.toISOString(),
      Total: total,
      Completed: completed,
      Failed: failed,
    })),
  }
}
