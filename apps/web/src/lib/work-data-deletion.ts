import type { WorkDataDocument } from './job-facts.ts'
import { actionOf, readDocument, runAction, selfHref } from './siren.ts'

/** Returns whether the user may delete a file now. For users, this is one action, even if the file is protected. */
export function canDelete(file: WorkDataDocument): boolean {
  return actionOf(file, 'Delete') !== undefined || actionOf(file, 'AllowDeletion') !== undefined
}

/** Deletes a file. If it is protected, allows its deletion first, then runs the action that the server offers. */
export async function deleteWorkData(file: WorkDataDocument): Promise<void> {
  const allow = actionOf(file, 'Delete') ? undefined : actionOf(file, 'AllowDeletion')
  if (allow) await runAction(allow)
  const fresh = allow ? await readDocument(selfHref(file)) : file
  const remove = actionOf(fresh, 'Delete')
  if (!remove) throw new Error(`${file.properties.Name} can’t be deleted because a job uses it.`)
  await runAction(remove)
}
