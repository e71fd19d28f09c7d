import {
  AssignCodeHashParameters,
  CopyPsFromUserToOrgActionParameters,
  DeprecatePsActionParameters,
  SetProcessingStepTagsParameters,
  SetProcessingStepTitleParameters,
  type StepAction,
} from '@millrace/contracts/processing-steps'
import { withoutNull } from '@millrace/parameters/without-null'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#app-env.ts'
import type { Deps } from '#deps.ts'
import { normalTags } from '#features/tags/tags.rules.ts'
import { contentDisposition } from '#http/content-disposition.ts'
import { idempotent } from '#http/idempotency.ts'
import { readJson } from '#http/json-body.ts'
import { created, done, siren } from '#http/siren.ts'
import { actionParameters, pathId, unwrapped, valid } from '#http/valid.ts'
import { href } from '#links.ts'
import { notFound } from '#problem.ts'
import { readManifest } from './manifest.body.ts'
import type { StepService } from './steps.service.ts'
import { stepDocument } from './steps.siren.ts'

const Parameters = z.record(z.string(), z.unknown())

/** HTTP routes for a single processing step. Mounted at /api. */
export function stepRoutes(steps: StepService, deps: Pick<Deps, 'db'>) {
  return new Hono<AppEnv>()
    .get('/ProcessingStep/:id', async (c) => siren(c, stepDocument(c.var, await steps.get(c.var.actor, pathId(c)))))
    .get('/ProcessingStep/:id/Download', async (c) => {
      const { row } = await steps.get(c.var.actor, pathId(c))
      return c.json(row.manifest, 200, {
        'Content-Disposition': contentDisposition('attachment', `${row.functionName}-${row.version}.json`),
      })
    })
    .get('/ProcessingStep/:id/ParameterSchema', async (c) => {
      const { row } = await steps.get(c.var.actor, pathId(c))
      if (!row.parameterSchema) throw notFound()
      return c.body(JSON.stringify(withoutNull(row.parameterSchema)), 200, {
        'Content-Type': 'application/schema+json',
      })
    })
    .post('/ProcessingStep/:id/EditTags', async (c) => {
      const { Tags } = await actionParameters(c, 'SetProcessingStepTagsParameters', SetProcessingStepTagsParameters)
      await steps.change(c.var.actor, pathId(c), 'EditTags', { tags: normalTags(Tags) })
      return done(c)
    })
    .post('/ProcessingStep/:id/EditTitle', async (c) => {
      const { Title } = await actionParameters(c, 'SetProcessingStepTitleParameters', SetProcessingStepTitleParameters)
      await steps.change(c.var.actor, pathId(c), 'EditTitle', { title: Title })
      return done(c)
    })
    .post('/ProcessingStep/:id/ConfigureDefaultParameters', async (c) => {
      await steps.setDefaults(c.var.actor, pathId(c), valid(Parameters, unwrapped(await readJson(c), 'Parameters')))
      return done(c)
    })
    .post('/ProcessingStep/:id/Upload', async (c) => {
      await steps.configure(c.var.actor, pathId(c), await readManifest(c))
      return done(c)
    })
    .post('/ProcessingStep/:id/Deprecate', async (c) => {
      const { Reason } = await actionParameters(c, 'DeprecatePsActionParameters', DeprecatePsActionParameters)
      await steps.deprecate(c.var.actor, pathId(c), Reason || null)
      return done(c)
    })
    .post('/ProcessingStep/:id/AssignCodeHash', async (c) => {
      const { CodeHash } = await actionParameters(c, 'AssignCodeHashParameters', AssignCodeHashParameters)
      await steps.change(c.var.actor, pathId(c), 'AssignCodeHash', { codeHash: CodeHash })
      return done(c)
    })
    .post('/ProcessingStep/:id/CopyToOrg', async (c) => {
      const name = 'CopyPsFromUserToOrgActionParameters'
      const { OrgId } = await actionParameters(c, name, CopyPsFromUserToOrgActionParameters)
      return copied(c, { action: 'CopyToOrg', ownerId: OrgId })
    })
    .post('/ProcessingStep/:id/CopyToUser', (c) =>
      copied(c, { action: 'CopyToUser', ownerId: c.var.actor.userPublicId }),
    )
    .post('/ProcessingStep/:id/MakePublic', async (c) => {
      await steps.publish(c.var.actor, pathId(c))
      return done(c)
    })
    .on(['POST', 'DELETE'], '/ProcessingStep/:id/Delete', async (c) => {
      await steps.delete(c.var.actor, pathId(c))
      return done(c)
    })
    .post(`/ProcessingStep/:id/:action{${Object.keys(PLAIN).join('|')}}`, async (c) => {
      const action = c.req.param('action') as keyof typeof PLAIN
      await steps.change(c.var.actor, pathId(c), action, PLAIN[action])
      return done(c)
    })

  async function copied(
    c: Context<AppEnv>,
    to: { action: 'CopyToOrg' | 'CopyToUser'; ownerId: string },
  ): Promise<Response> {
    const id = await idempotent(c, deps.db, to, (recordCreated) =>
      steps.copy(c.var.actor, pathId(c), to, recordCreated),
    )
    return created(c, href.step(c.var.origin, id))
  }
}

/** Actions without parameters that only change columns of the step, each with its change. */
const PLAIN = {
  ClearDefaultParameters: { defaultParameters: null },
  Hide: { hidden: true },
  UnHide: { hidden: false },
  MakePrivate: { isPublic: false },
  Restore: { deprecatedAt: null, deprecationReason: null },
  ClearCodeHash: { codeHash: null },
  ConfigureExternalDeployment: { deploymentState: 'External' },
  SuspendDeployment: { deploymentState: 'ExternalSuspended' },
  ResumeDeployment: { deploymentState: 'External' },
  RemoveDeployment: { deploymentState: 'NotDeployed' },
} satisfies Partial<Record<StepAction, object>>
