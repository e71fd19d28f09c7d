/* A workflow is a series of definitions, its versions, which are linked by tags: `workflow=<id>` is the same for all
   versions, and `version=<number>` is incremented. A definition without these tags is a workflow with a single
   version. */

const ID = 'workflow='
const VERSION = 'version='

/** Returns the id of the workflow that a definition is a version of. Undefined if no tag contains one. */
export function workflowIdOf(tags: readonly string[]): string | undefined {
  return tagValue(tags, ID)
}

/** Returns the version number from the tags, or 1 if there is no valid one. */
export function versionOf(tags: readonly string[]): number {
  const version = Number(tagValue(tags, VERSION))
  return Number.isSafeInteger(version) && version > 0 ? version : 1
}

/** Returns the tags added by users, without those that link versions. */
export function ownTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => !tag.startsWith(ID) && !tag.startsWith(VERSION))
}

export function workflowTag(id: string): string {
  return `${ID}${id}`
}

/** Returns the tags of a version: those added by users, and those that link versions. */
export function tagsOfVersion(own: readonly string[], id: string, version: number): string[] {
  return [...ownTags(own), workflowTag(id), `${VERSION}${version}`]
}

/** Replaces the tags added by users. The tags that link versions are kept. */
export function retagged(tags: readonly string[], own: readonly string[]): string[] {
  const kept = new Set(ownTags(tags))
  return [...ownTags(own), ...tags.filter((tag) => !kept.has(tag))]
}

function tagValue(tags: readonly string[], prefix: string): string | undefined {
  return tags.find((tag) => tag.startsWith(prefix))?.slice(prefix.length) || undefined
}
