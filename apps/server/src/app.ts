import path from 'node:path'
import { asActor } from '@millrace/db/act'
import { Hono, type MiddlewareHandler } from 'hono'
import type { PrincipalSource } from './access/principal.ts'
import type { AppEnv } from './app-env.ts'
import type { Deps } from './deps.ts'
import { accessRequestRoutes, askForAccessRoutes } from './features/access-requests/access-requests.routes.ts'
import { accessRequestService } from './features/access-requests/access-requests.service.ts'
import { adminRoutes } from './features/admin/admin.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { commentService } from './features/comments/comments.service.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { dashboardService } from './features/dashboard/dashboard.service.ts'
import { entryPointRoutes } from './features/entry-point/entry-point.routes.ts'
import { eventStreams } from './features/events/event-streams.ts'
import { eventRoutes, type StillAllowed } from './features/events/events.routes.ts'
import { recentJobs } from './features/events/events.store.ts'
import { exportRoutes } from './features/export/export.routes.ts'
import { exportService } from './features/export/export.service.ts'
import { bulkEndingService } from './features/jobs/bulk-endings.service.ts'
import { removeInput } from './features/jobs/data-missing.service.ts'
import { identicalJobService } from './features/jobs/identical-jobs.service.ts'
import { jobRoutes } from './features/jobs/job-actions.routes.ts'
import { jobLogRoutes } from './features/jobs/job-log.routes.ts'
import { jobLogService } from './features/jobs/job-log.service.ts'
import { jobQueryService } from './features/jobs/job-queries.service.ts'
import { jobService } from './features/jobs/jobs.service.ts'
import { jobsRoutes } from './features/jobs/jobs-root.routes.ts'
import { archiveRoutes } from './features/previews/archives.routes.ts'
import { chartRoutes } from './features/previews/charts.routes.ts'
import { columnPreviewRoutes } from './features/previews/column-previews.routes.ts'
import { comparisonRoutes } from './features/previews/comparisons.routes.ts'
import { hierarchyRoutes } from './features/previews/hierarchies.routes.ts'
import { jsonTreeRoutes } from './features/previews/json-trees.routes.ts'
import { pictureRoutes } from './features/previews/pictures.routes.ts'
import { previewAssets } from './features/previews/preview-assets.routes.ts'
import { previewDocumentRoutes } from './features/previews/preview-documents.routes.ts'
import { previewPasses } from './features/previews/preview-token.ts'
import { previewRoutes } from './features/previews/previews.routes.ts'
import { previewService } from './features/previews/previews.service.ts'
import { queryPreviewRoutes } from './features/previews/query-previews.routes.ts'
import { bulkSuspensionService } from './features/processing-steps/bulk-suspension.service.ts'
import { stepRoutes } from './features/processing-steps/step-actions.routes.ts'
import { stepQueryService } from './features/processing-steps/step-queries.service.ts'
import { stepWorkers } from './features/processing-steps/step-workers.service.ts'
import { stepService } from './features/processing-steps/steps.service.ts'
import { stepsRoutes } from './features/processing-steps/steps-root.routes.ts'
import { exampleService } from './features/sample/example.service.ts'
import { exampleRoutes, sampleActions, sampleRoutes } from './features/sample/sample.routes.ts'
import { sampleService } from './features/sample/sample.service.ts'
import { downloadArchiveService } from './features/work-data/archive.service.ts'
import { archiveDownloadRoutes } from './features/work-data/archive-downloads.routes.ts'
import { downloadRoutes } from './features/work-data/downloads.routes.ts'
import { partialUploadRoutes } from './features/work-data/partial-uploads.routes.ts'
import { partialUploadService } from './features/work-data/partial-uploads.service.ts'
import { remoteFiles } from './features/work-data/remote-files.service.ts'
import { uploadFromUrlRoutes } from './features/work-data/upload-from-url.routes.ts'
import { versionService } from './features/work-data/versions.service.ts'
import { workDataRoutes } from './features/work-data/work-data.routes.ts'
import { workDataService } from './features/work-data/work-data.service.ts'
import { workDataQueryService } from './features/work-data/work-data-queries.service.ts'
import { claimService } from './features/worker-gateway/claims.service.ts'
import { leaseService } from './features/worker-gateway/leases.service.ts'
import { workerRoutes } from './features/worker-gateway/worker.routes.ts'
import { continuationService } from './features/workflows/continuation.service.ts'
import { workflowEngine } from './features/workflows/engine.service.ts'
import { engineLoop } from './features/workflows/engine-loop.ts'
import { executionRoutes } from './features/workflows/executions.routes.ts'
import { executionService } from './features/workflows/executions.service.ts'
import { executionStarts } from './features/workflows/start-execution.service.ts'
import { workflowSchemaRoutes } from './features/workflows/workflow-schemas.routes.ts'
import { workflowVariables } from './features/workflows/workflow-variables.service.ts'
import { address, publicAddress } from './http/address.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { drainRequest } from './http/drain-request.ts'
import { keyInHeaderOnly } from './http/key-in-header.ts'
import { knownMethods, unknownRoute } from './http/known-methods.ts'
import { ownOriginOnly } from './http/origin.ts'
import type { GetAsPage } from './http/preloaded-replies.ts'
import { problemResponse } from './http/problem-response.ts'
import { refuseNulInUrl } from './http/refuse-nul-in-url.ts'
import { requestBodies } from './http/request-body.ts'
import { requestLog } from './http/request-log.ts'
import { allowAnybody, requireRules } from './http/rules.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { Mailer } from './mail/mail.ts'

/** Authentication and the account routes. */
export interface Accounts {
  requireUser: MiddlewareHandler<AppEnv>
  requireWorker: MiddlewareHandler<AppEnv>
  stillAllowed: StillAllowed
  principals: Pick<PrincipalSource, 'byCredential'>
  routes: Hono<AppEnv>
  mailer: Mailer
}

/**
 * Pages are served with embedded API replies. From the request for the page, only these headers are passed on to the
 * API. `Range`, for instance, is not.
 */
const PAGE_HEADERS = /^(cookie|host|user-agent|x-forwarded-.+)$/

/** Creates the app. Subscribes to announcements, but opens no port. */
export function createApp(deps: Deps, accounts: Accounts, web?: (getAsPage: GetAsPage) => Hono<AppEnv>) {
  const steps = stepService(deps)
  const workData = workDataService({ ...deps, removeInput })
  const startExecution = executionStarts(deps)
  const jobs = jobService({ ...deps, startExecution, variablesOf: workflowVariables(deps) })
  const workflows = workflowEngine({ ...deps, startExecution })
  const engine = engineLoop(workflows, deps)
  const continuations = continuationService({ ...deps, startExecution, workData })
  const sample = sampleService({ ...deps, steps })
  const queries = { jobs: jobQueryService(deps), workData: workDataQueryService(deps), steps: stepQueryService(deps) }
  const previews = previewService({
    cacheDir: path.join(deps.env.MILLRACE_DATA, 'previews'),
    now: deps.now,
    log: deps.log,
    lanes: deps.lanes,
  })
  const passes = previewPasses(deps)
  const assets = previewAssets()
  const files = { open: workData.open }
  const mail = { mailer: accounts.mailer, publicAddress: publicAddress(deps.env) }
  const accessRequests = accessRequestService(deps, { jobs, workData, ...mail })
  const streams = eventStreams({
    hub: deps.hub,
    now: deps.now,
    newId: deps.newId,
    recentJobs: (ownerId) => asActor(deps.db, { ownerId, userPublicId: '' }, (tx) => recentJobs(tx, ownerId)),
  })

  const app = new Hono<AppEnv>()
    .use(requestLog(deps.log, deps.newId))
    .use(requestBodies(deps))
    .use(drainRequest)
    .use(securityHeaders())
    .route('/health', healthRoutes(deps))
    .use(crossOrigin(deps.env))
    .use(refuseNulInUrl)
    .use(keyInHeaderOnly)
    .use(address(deps.env))
    .use(ownOriginOnly(deps.env))

    .use('/assets/preview/*', allowAnybody)
    .route('/assets/preview', assets.routes)
    .use('/schemas/*', allowAnybody)
    .route('/schemas', workflowSchemaRoutes())
    .use('/previews/*', allowAnybody)
    .route('/previews', previewDocumentRoutes({ files, passes, assets, principals: accounts.principals }))
    .route('/', accounts.routes)
    .route('/api/account', askForAccessRoutes(accessRequests))
    .route('/api/account', exportRoutes(exportService(deps)))

  const jobsServiceRoutes = new Hono<AppEnv>()
    .use(accounts.requireUser)
    .route('/', entryPointRoutes(deps, streams))
    .route('/', adminRoutes({ jobs: bulkEndingService(deps), steps: bulkSuspensionService(deps) }))
    .route('/', dashboardRoutes(dashboardService({ ...queries, now: deps.now }), deps.log))
    .route('/', stepsRoutes({ steps, queries: queries.steps }, deps))
    .route('/', stepRoutes(steps, deps))
    .route('/', downloadRoutes(workData, deps.storage))
    .route('/', archiveDownloadRoutes(downloadArchiveService(deps, queries.workData), queries.workData))
    .route('/', partialUploadRoutes(partialUploadService(deps)))
    .route('/', uploadFromUrlRoutes({ workData, remote: remoteFiles(deps.env.FETCH_FROM) }, deps))
    .route('/', previewRoutes({ previews, files, passes }))
    .route('/', archiveRoutes({ previews, files }))
    .route('/', hierarchyRoutes({ previews, files }))
    .route('/', jsonTreeRoutes({ previews, files }))
    .route('/', pictureRoutes({ previews, files }))
    .route('/', chartRoutes({ previews, files }))
    .route('/', comparisonRoutes({ previews, files }))
    .route('/', queryPreviewRoutes({ previews, files }))
    .route('/', columnPreviewRoutes({ previews, files }))
    .route('/', workDataRoutes({ workData, queries: queries.workData, versions: versionService(deps) }, deps))
    .route(
      '/',
      jobsRoutes(
        { jobs, identical: identicalJobService(deps), queries: queries.jobs, moreActions: sampleActions(sample) },
        deps,
      ),
    )
    .route('/', sampleRoutes(sample, deps))
    .route('/', exampleRoutes(exampleService({ ...deps, steps }), deps))
    .route('/', jobRoutes(jobs, { db: deps.db, streams }))
    .route('/', executionRoutes({ executions: executionService(deps), continuations }, deps))
    .route('/', jobLogRoutes(jobLogService(deps)))
    .route('/', commentRoutes(commentService(deps, mail), deps))
    .route('/', accessRequestRoutes(accessRequests))
    .route('/', eventRoutes(streams, deps.lanes.streams, accounts.stillAllowed))

  const forWorkers = { ...deps, db: deps.reserved }
  const claims = claimService(forWorkers)
  const workers = stepWorkers(forWorkers)
  const gateway = new Hono<AppEnv>().use(accounts.requireWorker).route(
    '/',
    workerRoutes(
      {
        steps: stepService(forWorkers),
        claims,
        leases: leaseService({ ...forWorkers, claims, stepWorkers: workers, runs: workflows }),
        stepWorkers: workers,
      },
      deps,
    ),
  )

  const getAsPage: GetAsPage = async (c, path) => {
    const headers = [...c.req.raw.headers].filter(([name]) => PAGE_HEADERS.test(name))
    return app.request(new URL(path, c.req.url).href, { headers }, c.env)
  }
  app.route('/worker/v1', gateway).route('/api', jobsServiceRoutes)
  if (web) app.route('/', new Hono<AppEnv>().use(allowAnybody).route('/', web(getAsPage)))
  app.notFound((c) => {
    const known = knownMethods(app, c.req.path)
    if (c.req.method !== 'OPTIONS' || known.length === 0) throw unknownRoute(known, c.req.method, c.req.path)
    return c.body(null, 204, { Allow: [...known, 'OPTIONS'].join(', ') })
  })
  app.onError(problemResponse(deps.log))
  requireRules(app)
  const endWaiting = () => {
    streams.close()
    claims.close()
  }
  const close = async () => {
    await engine.close()
    await previews.close()
  }
  return { app, engine, endWaiting, close }
}

/**
 * Routes of the health checks. A server whose disk is full stays ready, because everything works except uploads and new
 * results.
 */
function healthRoutes({ db, storage }: Pick<Deps, 'db' | 'storage'>) {
  return new Hono<AppEnv>()
    .use(allowAnybody)
    .get('/live', (c) => c.json({ status: 'ok' }))
    .get('/ready', async (c) => {
      await db.pool.query('select 1')
      const { freeBytes, reserveBytes } = await storage.room()
      return c.json({ status: 'ok', storage: freeBytes > reserveBytes ? 'ok' : 'full' })
    })
}
