import { MEDIA } from '@millrace/contracts/media-types'
import type { Tx } from '@millrace/db/act'
import type { NewWorkData } from '@millrace/db/schema/work-data'
import { Problem } from '#problem.ts'
import * as store from './workflow-versions.store.ts'

const WORKFLOW = 'workflow='
const VERSION = 'version='

/**
 * Throws a Problem for an uploaded definition if the owner already has this version of the workflow. The tags identify
 * the workflow and the version. Uploads for one workflow wait for each other, so only one of two equal versions is
 * recorded.
 */
export async function requireNewVersion(tx: Tx, { ownerId, mediaType, tags = [] }: NewWorkData): Promise<void> {
  if (mediaType !== MEDIA.workflowDefinition) return
  const workflow = tags.find((tag) => tag.startsWith(WORKFLOW))
  const version = tags.find((tag) => tag.startsWith(VERSION))
  if (workflow === undefined || version === undefined) return
  await store.lockVersions(tx, ownerId, workflow)
  if (!(await store.hasVersion(tx, { ownerId, workflow, version }))) return
  throw new Problem(
    'conflict',
    `Someone else has saved version ${version.slice(VERSION.length)} of this workflow. Nothing was stored. Compare your changes with the newest version, then save them as the version after it.`,
  )
}
