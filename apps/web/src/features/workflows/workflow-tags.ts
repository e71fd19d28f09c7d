/*
 * A workflow is a line of definitions, its versions, which are tied by their tags: `workflow=<id>` is the same for all of
 * them, and `version=<number>` counts. Definitions without these tags are workflows of one version.
 */

const ID = 'workflow='
const VERSION = 'version='

/** The id of the workflow that a definition is a version of. */
export function workflowIdOf(tags: readonly string[]): string | undefined {
  return tagValue(tags, ID)
}

/** The version of a workflow according to its tags. 1 without a valid tag. */
export function versionOf(tags: readonly string[]): number {
  const version = Number(tagValue(tags, VERSION))
  return Number.isSafeInteger(version) && version > 0 ? version : 1
}

/** The tags that people gave. */
export function ownTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => !tag.startsWith(ID) && !tag.startsWith(VERSION))
}

/** The tag that all versions of a workflow have. */
export function workflowTag(id: string): string {
  return `${ID}${id}`
}

/** The tags of a version: those that people gave, and those that tie it to the others. */
export function tagsOfVersion(own: readonly string[], id: string, version: number): string[] {
  return [...ownTags(own), workflowTag(id), `${VERSION}${version}`]
}

/** Replaces the tags that people gave a definition. Those that tie it to its version stay. */
export function retagged(tags: readonly string[], own: readonly string[]): string[] {
  const kept = new Set(ownTags(tags))
  return [...ownTags(own), ...tags.filter((tag) => !kept.has(tag))]
}

function tagValue(tags: readonly string[], prefix: string): string | undefined {
  return tags.find((tag) => tag.startsWith(prefix))?.slice(prefix.length) || undefined
}
