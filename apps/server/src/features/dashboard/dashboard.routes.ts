import { DashboardParameters, type DashboardProperties, type DashboardRel } from '@millrace/contracts/dashboard'
import { LIMITS } from '@millrace/contracts/limits'
import { document, link } from '@millrace/siren/build'
import type { SirenDocument } from '@millrace/siren/document'
import { Hono } from 'hono'
import type { AppEnv, Viewer } from '#app-env.ts'
import { siren } from '#http/siren.ts'
import { valid } from '#http/valid.ts'
import { href } from '#links.ts'
import { jobGroup } from '../jobs/job-groups.siren.ts'
import { jobDocument } from '../jobs/jobs.siren.ts'
import { workDataDocument } from '../work-data/work-data.siren.ts'
import type { Dashboard, DashboardService } from './dashboard.service.ts'

/** HTTP for the dashboard, linked from the entry point. Mounted at /api. */
export function dashboardRoutes(dashboard: DashboardService) {
  return new Hono<AppEnv>().get('/Dashboard', async (c) => {
    const { TimeZone } = valid(DashboardParameters, c.req.query())
    const self = `${href.dashboard(c.var.origin)}?TimeZone=${encodeURIComponent(TimeZone)}`
    return siren(c, dashboardDocument(c.var, self, await dashboard.read(c.var.actor, TimeZone)))
  })
}

function dashboardDocument(viewer: Viewer, self: string, found: Dashboard): SirenDocument<DashboardProperties> {
  const jobs = (rel: DashboardRel, { views }: Dashboard['processing']) =>
    views.map((view) => jobDocument(viewer, view, [rel]))
  const workData = (rel: DashboardRel, { rows, names }: Dashboard['uploads']) =>
    rows.map((row) => workDataDocument(viewer, row, names, [rel]))
  return document('DashboardSummary', {
    properties: propertiesOf(viewer, found),
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
  { processing, pending, stopped, drafts, uploads, steps, days }: Dashboard,
): DashboardProperties {
  const { groups = [] } = stopped
  // Both counts ignore the filter by state.
  const { states, partial } = processing
  return {
    TotalJobs: partial.length > 0 ? LIMITS.countMax + 1 : Object.values(states).reduce((sum, count) => sum + count, 0),
    StateCounts: {
      ...states,
      ...(processing.total > 0 && { Processing: processing.total }),
      ...(pending.total > 0 && { Pending: pending.total }),
    },
    StoppedJobs: stopped.total + groups.reduce((sum, { jobs }) => sum + jobs, 0),
    StoppedGroups: groups.map((group) => jobGroup(origin, group)),
    OldDrafts: drafts.total,
    UploadedWorkData: uploads.total,
    ProcessingSteps: steps,
    Days: days.map(({ start, total, completed, failed }) => ({
      Start: start.toISOString(),
      Total: total,
      Completed: completed,
      Failed: failed,
    })),
  }
}
