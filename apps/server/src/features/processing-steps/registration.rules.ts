import type { Manifest, ManifestSlot } from '@millrace/contracts/manifest'
import type { CreateProcessingStepParameters, DataSlotSpecification } from '@millrace/contracts/processing-steps'
import type { ProcessingStepRow } from '@millrace/db/schema/processing-steps'
import { SYSTEM_OWNER_ID } from '@millrace/db/system-owner'
import type { Actor } from '#access/actor.ts'
import { normalTags } from '#features/tags/tags.rules.ts'
import type { DeploymentState } from './steps.rules.ts'
import { versionKey } from './versions.rules.ts'

const UNVERSIONED = '0'

type Author = Pick<Actor, 'ownerId' | 'userPublicId'>
type Owned = Pick<ProcessingStepRow, 'id' | 'ownerId' | 'createdBy'>

export function rowOfManifest(id: string, actor: Author, manifest: Manifest, deploymentState: DeploymentState) {
  return {
    ...owned(id, actor),
    ...described(manifest),
    title: manifest.title ?? manifest.function_name,
    tags: normalTags(manifest.tags ?? []),
    isPublic: actor.ownerId === SYSTEM_OWNER_ID,
    deploymentState,
  }
}

/** Returns the row of a step that is registered by name only. The manifest is uploaded later. */
export function rowOfName(id: string, actor: Actor, { Title, FunctionName, Version }: CreateProcessingStepParameters) {
  const version = Version ?? UNVERSIONED
  return {
    ...owned(id, actor),
    functionName: FunctionName,
    version,
    versionKey: versionKey(version),
    title: Title,
    parameterSchema: null,
    inputSlots: [],
    outputSlots: [],
    manifest: {},
  }
}

/** Returns the row of a copy for another owner. The copy is always private and not deployed, and is never hidden. */
export function rowOfCopy(id: string, actor: Actor, ownerId: string, row: ProcessingStepRow) {
  const { functionName, version, versionKey: key, title, shortDescription, longDescription, proconVersion } = row
  const {
    parameterSchema,
    defaultParameters,
    returnSchema,
    inputSlots,
    outputSlots,
    timeLimitSeconds,
    deterministic,
    manifest,
    tags,
  } = row
  return {
    ...owned(id, actor),
    ownerId,
    ...{ functionName, version, versionKey: key, title, shortDescription, longDescription, proconVersion, tags },
    ...{
      parameterSchema,
      defaultParameters,
      returnSchema,
      inputSlots,
      outputSlots,
      timeLimitSeconds,
      deterministic,
      manifest,
    },
  }
}

export function described(manifest: Manifest) {
  return {
    functionName: manifest.function_name,
    version: manifest.version,
    versionKey: versionKey(manifest.version),
    shortDescription: manifest.short_description ?? null,
    longDescription: manifest.long_description ?? null,
    proconVersion: manifest.procon_version ?? null,
    parameterSchema: manifest.parameters,
    returnSchema: manifest.returns,
    inputSlots: manifest.input_dataslots.map(slotOf),
    outputSlots: manifest.output_dataslots.map(slotOf),
    timeLimitSeconds: manifest.time_limit_seconds ?? null,
    deterministic: manifest.deterministic ?? false,
    manifest: manifest as unknown as Record<string, unknown>,
  }
}

function owned(id: string, actor: Author): Owned {
  return { id, ownerId: actor.ownerId, createdBy: actor.userPublicId }
}

function slotOf(slot: ManifestSlot): DataSlotSpecification {
  return {
    Name: slot.name,
    Title: slot.title || slot.name,
    Description: slot.description,
    MediaType: slot.mediatype || null,
    IsCollection: slot.maxSlots !== 1,
    MinSlots: slot.minSlots,
    MaxSlots: slot.maxSlots,
  }
}
