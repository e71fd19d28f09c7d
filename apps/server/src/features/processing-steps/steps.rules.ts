import { type DEPLOYMENT_STATES, STEP_ACTIONS, type StepAction } from '@millrace/contracts/processing-steps'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { Actor } from '#access/actor.ts'

export type DeploymentState = (typeof DEPLOYMENT_STATES)[number]

/*
 * The deployment of a step. The server deploys no containers. A worker that registers a step becomes available to run it, which makes the step External. The owner may also set that in advance. Workers can only claim jobs of External steps.
 *
 *     NotDeployed ──worker registers, ConfigureExternalDeployment──► External ⇄ ExternalSuspended
 *          ▲                                                             │              │
 *          └──────────────────── RemoveDeployment ◄──────────────────────┴──────────────┘
 *
 * Platform and PlatformSuspended are protocol states that are never stored.
 */

/** Facts that decide which actions are available. */
export interface StepFacts {
  isOwner: boolean
  isAdmin: boolean
  hidden: boolean
  isPublic: boolean
  isDeprecated: boolean
  isConfigured: boolean
  hasParameters: boolean
  hasDefaults: boolean
  hasCodeHash: boolean
  deployment: DeploymentState
  /** A job of any owner uses it. */
  isUsed: boolean
  mayRegister: boolean
  copiesTo: 'organization' | 'user' | undefined
}

/**
 * When each action is available. Documents list actions by this table, and the service checks it while it holds the
 * lock.
 */
const IS_AVAILABLE: Record<StepAction, (step: StepFacts) => boolean> = {
  EditTitle: () => true,
  EditTags: () => true,
  ConfigureDefaultParameters: (step) => step.hasParameters,
  ClearDefaultParameters: (step) => step.hasDefaults,
  Upload: (step) => !step.isConfigured,
  Hide: (step) => !step.hidden,
  UnHide: (step) => step.hidden,
  MakePublic: (step) => step.isAdmin && !step.isPublic,
  MakePrivate: (step) => step.isPublic,
  Deprecate: (step) => !step.isDeprecated,
  Restore: (step) => step.isDeprecated,
  AssignCodeHash: (step) => !step.hasCodeHash,
  ClearCodeHash: (step) => step.hasCodeHash,
  ConfigureExternalDeployment: (step) => step.deployment === 'NotDeployed',
  SuspendDeployment: (step) => step.deployment === 'External',
  ResumeDeployment: (step) => step.deployment === 'ExternalSuspended',
  RemoveDeployment: (step) => step.deployment === 'External' || step.deployment === 'ExternalSuspended',
  CopyToOrg: (step) => step.mayRegister && step.copiesTo === 'organization',
  CopyToUser: (step) => step.mayRegister && step.copiesTo === 'user',
  Delete: (step) => !step.isUsed,
}

/** Actions of administrators on steps of other owners, including the system. */
const FOR_ADMINISTRATORS: readonly StepAction[] = [
  'MakePublic',
  'MakePrivate',
  'Deprecate',
  'Restore',
  'SuspendDeployment',
  'ResumeDeployment',
]

/** Whether the actor may do this to the step now: its owner, and for some actions any administrator. */
export function isAvailable(step: StepFacts, action: StepAction): boolean {
  const mayAct = step.isOwner || (step.isAdmin && FOR_ADMINISTRATORS.includes(action))
  return mayAct && IS_AVAILABLE[action](step)
}

/** Returns the actions that the step's document offers, in the order of `STEP_ACTIONS`. */
export function availableActions(step: StepFacts): StepAction[] {
  return STEP_ACTIONS.filter((action) => isAvailable(step, action))
}

/** What decides which actions are available for a step. `isUsed` says whether jobs refer to it. */
export function factsOf(row: ProcessingStepRow, actor: Actor, isUsed: boolean): StepFacts {
  return {
    isOwner: row.ownerId === actor.ownerId,
    isAdmin: actor.isAdmin,
    hidden: row.hidden,
    isPublic: row.isPublic,
    isDeprecated: row.deprecatedAt !== null,
    isConfigured: isConfigured(row),
    hasParameters: row.parameterSchema !== null,
    hasDefaults: row.defaultParameters !== null,
    hasCodeHash: row.codeHash !== null,
    deployment: row.deploymentState as DeploymentState,
    isUsed,
    mayRegister: mayRegister(actor),
    copiesTo: actor.ownerKind === 'organization' ? 'user' : actor.organizations.length > 0 ? 'organization' : undefined,
  }
}

/** A step that was registered by name only has no manifest yet, so its slots and parameters are unknown. */
export function isConfigured(row: Pick<ProcessingStepRow, 'manifest'>): boolean {
  return 'function_name' in row.manifest
}

/** Who may register steps: the built-in worker, and users and organizations with the grant. */
export function mayRegister(actor: Pick<Actor, 'ownerKind' | 'grants'>): boolean {
  return (
    actor.ownerKind === 'system' ||
    actor.grants.includes('role:admin') ||
    actor.grants.includes('grant:codeContributor')
  )
}
