import { type DEPLOYMENT_STATES, STEP_ACTIONS, type StepAction } from '@millrace/contracts/processing-steps'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import type { Actor } from '#access/actor.ts'

export type DeploymentState = (typeof DEPLOYMENT_STATES)[number]

/*
 * The deployment states of a step. The server itself deploys no containers. When a worker registers a step that is new
 * or NotDeployed, the step becomes External, because a worker is available to run it. The owner may also make a step
 * External in advance. Workers can claim only jobs of External steps.
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
  /** Whether a job of any owner uses the step. */
  isUsed: boolean
  mayRegister: boolean
  copiesTo: 'organization' | 'user' | undefined
}

/**
 * When each action is available. Documents list actions according to this table, and services check it after they have
 * locked the step.
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

/** Whether the actor may run the action on the step now. Administrators may run some actions on steps of any owner. */
export function isAvailable(step: StepFacts, action: StepAction): boolean {
  const mayAct = step.isOwner || (step.isAdmin && FOR_ADMINISTRATORS.includes(action))
  return mayAct && IS_AVAILABLE[action](step)
}

export function availableActions(step: StepFacts): StepAction[] {
  return STEP_ACTIONS.filter((action) => isAvailable(step, action))
}

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

/** Whether the step has a manifest. Without one, as after a registration by name, its slots are unknown. */
export function isConfigured(row: Pick<ProcessingStepRow, 'manifest'>): boolean {
  return 'function_name' in row.manifest
}

export function mayRegister(actor: Pick<Actor, 'ownerKind' | 'grants'>): boolean {
  return (
    actor.ownerKind === 'system' ||
    actor.grants.includes('role:admin') ||
    actor.grants.includes('grant:codeContributor')
  )
}
