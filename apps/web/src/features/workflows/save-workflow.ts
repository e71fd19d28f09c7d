import { LIMITS } from '@millrace/contracts/limits'
import { MEDIA } from '@millrace/contracts/media-types'
import type { WorkflowDefinition } from '@millrace/workflows/definition'
import { definitionText } from '@millrace/workflows/definition-text'
import type { QueryClient } from '@tanstack/react-query'
import { type WorkDataDocument, workDataQueries } from '#features/work-data/work-data.queries.ts'
import { ensureRoot } from '#lib/entry-point.ts'
import { fill } from '#lib/fill.ts'
import { formatBytes } from '#lib/format.ts'
import { actionOf, readDocument, runAction, selfHref } from '#lib/siren.ts'
import { uploadFile } from '#lib/upload.ts'
import * as texts from './texts.ts'
import { fileNameOf } from './workflow-name.ts'
import { tagsOfVersion, versionOf, workflowIdOf } from './workflow-tags.ts'

const ID_LENGTH = 12

export function definitionFile(definition: WorkflowDefinition): File {
  return new File([definitionText(definition)], fileNameOf(definition.title), { type: MEDIA.workflowDefinition })
}

interface UploadOptions {
  /** The idempotency key. */
  key: string
  tags: readonly string[]
}

/** Stores a definition as the first version of a workflow, whose id is derived from the key. */
export function createWorkflow(
  queryClient: QueryClient,
  definition: WorkflowDefinition,
  { key, tags }: UploadOptions,
): Promise<WorkDataDocument> {
  return upload(queryClient, definition, { key, tags: tagsOfVersion(tags, key.slice(0, ID_LENGTH), 1) })
}

/** Stores a definition that is used only by a sweep, and hides it from lists. */
export async function storeSwept(
  queryClient: QueryClient,
  definition: WorkflowDefinition,
  key: string,
): Promise<WorkDataDocument> {
  const stored = await upload(queryClient, definition, { key, tags: [] })
  const hide = actionOf(stored, 'Hide')
  if (hide) await runAction(hide)
  return stored
}

/**
 * Stores a definition as the version after `newest`, and hides `newest` from lists. Nothing is overwritten: the server
 * refuses a version number that is already taken.
 */
export async function saveVersion(
  queryClient: QueryClient,
  definition: WorkflowDefinition,
  { newest, tags, key }: UploadOptions & { newest: WorkDataDocument },
): Promise<WorkDataDocument> {
  const before = newest.properties.Tags
  const id = workflowOf(newest)
  if (workflowIdOf(before) === undefined) await giveId(newest, id)
  const saved = await upload(queryClient, definition, { key, tags: tagsOfVersion(tags, id, versionOf(before) + 1) })
  const hide = actionOf(await readDocument(selfHref(newest)), 'Hide')
  if (hide) await runAction(hide)
  await queryClient.invalidateQueries({ queryKey: workDataQueries.all })
  return saved
}

/**
 * Returns the id of the workflow that a definition is a version of. A definition uploaded by a program has no id in its
 * tags, so the id is derived from its URL. Users who change the definition at the same time therefore save versions of
 * the same workflow.
 */
export function workflowOf(file: WorkDataDocument): string {
  return workflowIdOf(file.properties.Tags) ?? selfHref(file).replaceAll('-', '').slice(-ID_LENGTH)
}

/**
 * Adds the tags with the id and version of the workflow to a definition that lacks these tags, to link it with later
 * versions.
 */
async function giveId(file: WorkDataDocument, id: string): Promise<void> {
  const edit = actionOf(file, 'EditTags')
  if (edit) await runAction(edit, { Tags: tagsOfVersion(file.properties.Tags, id, versionOf(file.properties.Tags)) })
}

async function upload(queryClient: QueryClient, definition: WorkflowDefinition, { key, tags }: UploadOptions) {
  const action = actionOf(await ensureRoot(queryClient, 'WorkDataRoot'), 'Upload')
  if (!action) throw new Error(texts.mayNotUpload)
  const file = definitionFile(definition)
  // Refused now, because a larger definition could never run.
  if (file.size > LIMITS.definitionBytesMax) throw new Error(tooLargeText(file.size))
  const href = await uploadFile(action, file, {
    tags,
    idempotencyKey: key,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  await queryClient.invalidateQueries({ queryKey: workDataQueries.all })
  return queryClient.fetchQuery(workDataQueries.detail(href))
}

export function tooLargeText(bytes: number): string {
  return fill(texts.definitionTooLarge, formatBytes(bytes), formatBytes(LIMITS.definitionBytesMax))
}
