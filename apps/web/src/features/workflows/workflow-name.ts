import { LIMITS } from '@millrace/contracts/limits'

const EXTENSION = '.workflow.json'

/** The file name of a definition, from its title. */
export function fileNameOf(title: string): string {
  const plain = title.replaceAll(/[\\/\p{Cc}]+/gu, ' ').trim() || 'Workflow'
  return `${plain.slice(0, LIMITS.fileNameMax - EXTENSION.length)}${EXTENSION}`
}

/** What a definition is called in lists: its file name without the extension. */
export function titleOfFile(name: string): string {
  return name.replace(/(\.workflow)?\.json$/i, '') || name
}
