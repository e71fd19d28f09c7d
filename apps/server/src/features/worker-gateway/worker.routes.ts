import { LIMITS } from '@millrace/contracts/limits'
import {
  type ClaimReply,
  ClaimRequest,
  Completion,
  type CompletionReply,
  Failure,
  Heartbeat,
  type HeartbeatReply,
  LEASE_TOKEN_HEADER,
  LogLines,
  type RegisteredSteps,
  RegisterSteps,
} from '@millrace/contracts/worker'
import type { LeaseKey } from '@millrace/dispatch/lease'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { withBody } from '#http/body-stream.ts'
import { contentDisposition } from '#http/content-disposition.ts'
import { readJson, readProgramOutput, readStepResult } from '#http/json-body.ts'
import { stillAllowed } from '#http/session.ts'
import { sendContent } from '#http/stored-content.ts'
import { pathId, valid } from '#http/valid.ts'
import { Problem } from '#problem.ts'
import type { StepWorkers } from '../processing-steps/step-workers.service.ts'
import type { StepService } from '../processing-steps/steps.service.ts'
import { claimOf } from './claimed-leases.service.ts'
import type { ClaimService } from './claims.service.ts'
import type { LeaseService } from './leases.service.ts'

interface Services {
  steps: StepService
  claims: ClaimService
  leases: LeaseService
  stepWorkers: StepWorkers
}

const Token = z.uuid()
const ItemIndex = z.coerce.number().int().min(0).max(LIMITS.slotItemsMax)
const LOG_BODY_BYTES = 10_000_000

/** HTTP routes for workers, as described in contracts/worker.ts. Mounted at /worker/v1. */
export function workerRoutes({ steps, claims, leases, stepWorkers }: Services, deps: Pick<Deps, 'storage'>) {
  return new Hono<AppEnv>()
    .put('/steps', async (c) => {
      const { manifests } = valid(RegisterSteps, await readJson(c, LOG_BODY_BYTES))
      const registered: RegisteredSteps = { steps: [] }
      for (const manifest of manifests) {
        const step = await steps.registerByWorker(c.var.actor, manifest)
        registered.steps.push({ stepId: step.id, functionName: step.functionName, version: step.version })
      }
      return c.json(registered)
    })
    .post('/claim', async (c) => {
      const request = valid(ClaimRequest, await readJson(c))
      const stepIds = await steps.ownedAmong(c.var.actor, request.stepIds)
      if (stepIds.length === 0)
        throw new Problem('not-found', 'This worker’s owner has registered none of these steps.')
      const worker = { keyId: c.var.actor.keyId, name: request.worker }
      await stepWorkers.recordClaim(worker, stepIds, request.stepNetwork)
      const claimant = {
        actor: c.var.actor,
        stillAllowed: async () => (await stillAllowed(c)) !== undefined,
        gone: c.req.raw.signal,
      }
      const reply: ClaimReply = { leases: await claims.claim({ ...request, stepIds }, claimant) }
      return c.json(reply)
    })
    .post('/leases/:id/heartbeat', async (c) => {
      await leases.heartbeat(leaseKey(c), valid(Heartbeat, await readJson(c)))
      return c.json({ leaseMs: LIMITS.leaseMs } satisfies HeartbeatReply)
    })
    .post('/leases/:id/log', async (c) => {
      await leases.log(leaseKey(c), valid(LogLines, await readProgramOutput(c, LOG_BODY_BYTES)))
      return c.json({})
    })
    .get('/leases/:id/inputs/:slot/:index', async (c) => {
      const data = await leases.input(leaseKey(c), c.req.param('slot'), valid(ItemIndex, c.req.param('index')))
      return sendContent(c, deps.storage, { ...data, disposition: contentDisposition('attachment', data.name) })
    })
    .put('/leases/:id/outputs/:slot/:index', async (c) => {
      const part = {
        slot: c.req.param('slot'),
        index: valid(ItemIndex, c.req.param('index')),
        name: c.req.query('name') ?? '',
        folder: c.req.query('folder'),
        mediaType: c.req.header('content-type'),
      }
      const stored = await withBody(c, 'uploadMs', (content) => leases.output(leaseKey(c), { ...part, content }))
      return c.json(stored, 201)
    })
    .post('/leases/:id/complete', async (c) => {
      const { next, ...run } = valid(Completion, await readStepResult(c, LOG_BODY_BYTES))
      if (!next) {
        await leases.complete({ lease: leaseKey(c), ...run })
        return c.json({} satisfies CompletionReply)
      }
      const { actor } = c.var
      const worker = { keyId: actor.keyId, name: next.worker }
      await stepWorkers.recordNextClaim(worker, next.stepIds, (ids) => steps.ownedAmong(actor, ids))
      const wanted = { options: claimOf(actor, next), gone: c.req.raw.signal }
      const reply: CompletionReply = { leases: await leases.complete({ lease: leaseKey(c), ...run, next: wanted }) }
      return c.json(reply)
    })
    .post('/leases/:id/fail', async (c) => {
      await leases.fail(leaseKey(c), valid(Failure, await readProgramOutput(c, LIMITS.jsonBodyBytes)))
      return c.json({})
    })
}

function leaseKey(c: Context<AppEnv>): LeaseKey {
  const token = Token.safeParse(c.req.header(LEASE_TOKEN_HEADER))
  if (!token.success) throw new Problem('lease-lost', `The header ${LEASE_TOKEN_HEADER} contains no lease token.`)
  return { jobId: pathId(c), token: token.data, keyId: c.var.actor.keyId }
}
