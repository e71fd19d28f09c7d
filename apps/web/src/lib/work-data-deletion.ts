import type { WorkDataDocument } from './job-facts.ts'
import { actionOf, readDocument, runAction, selfHref } from './siren.ts'

/**
 * Returns whether the server offers to delete the file, or to allow its deletion first. Users see one action for both.
 */
export function canDelete(file: WorkDataDocument): boolean {
  return actionOf(file, 'Delete') !== undefined || actionOf(file, 'AllowDeletion') !== undefined
}

/**
 * Deletes a file. If it is protected, allows its deletion first, then runs the action that the server offers. Throws if
 * a job uses the file.
 */
export async function deleteWorkData(file: WorkDataDocument): Promise<void> {
  const allow = actionOf(file, 'Delete') ? undefined : actionOf(file, 'AllowDeletion')
  if (allow) await runAction(allow)
  const fresh = allow ? await readDocument(selfHref(file)) : file
  const remove = actionOf(fresh, 'Delete')
  if (!remove) throw new Error(`${file.properties.Name} can’t be deleted because a job uses it.`)
  await runAction(remove)
}
