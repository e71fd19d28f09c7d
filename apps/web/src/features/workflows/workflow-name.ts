import { LIMITS } from '@millrace/contracts/limits'

const EXTENSION = '.workflow.json'

export function fileNameOf(title: string): string {
  const plain = title.replaceAll(/[\\/\p{Cc}]+/gu, ' ').trim() || 'Workflow'
  return `${plain.slice(0, LIMITS.fileNameMax - EXTENSION.length)}${EXTENSION}`
}
