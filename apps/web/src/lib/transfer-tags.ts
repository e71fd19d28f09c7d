import { queryClient } from './app-query-client.ts'
import { tagsWithFolder } from './folder-tags.ts'
import { readDocument, runNamed } from './siren.ts'
import type { Transfer } from './transfers.ts'

export async function editTagsOf(transfers: readonly Transfer[], tags: readonly string[]): Promise<void> {
  await Promise.all(transfers.map(({ href, file }) => href && editTags(href, tagsWithFolder(tags, file))))
}

/** Edits the tags of a file if they were changed while the file was being sent. */
export async function followTags(
  { href, file, tags }: { href: string; file: File; tags: readonly string[] },
  sentTags: readonly string[],
): Promise<void> {
  const wanted = tagsWithFolder(tags, file)
  if (wanted.join('\n') !== sentTags.join('\n')) await editTags(href, wanted)
}

async function editTags(href: string, Tags: readonly string[]): Promise<void> {
  await runNamed(await readDocument(href), 'EditTags', { Tags }, { missing: 'Could not find edit tags action' })
  await queryClient.invalidateQueries({ queryKey: ['work-data'] })
}
