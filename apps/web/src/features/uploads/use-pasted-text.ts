import { LIMITS } from '@millrace/contracts/limits'
import { useEffect, useState } from 'react'
import { pastedFiles } from '#lib/dropped-files.ts'
import { addTransfers } from '#lib/transfers.ts'

const ELSEWHERE = 'input, textarea, [contenteditable], [role=dialog], [role=alertdialog]'

/**
 * Uploads text as a file if the text is pasted outside of fields and dialogs. Pasted files are ignored here, because
 * the app uploads them on every page. A pasted URL is not uploaded but returned, because it may be that of a file.
 * `clear` forgets the URL.
 */
export function usePastedText(tags: readonly string[]) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
      if (!clipboardData || (target instanceof Element && target.closest(ELSEWHERE))) return
      const text = clipboardData.getData('text/plain')
      if (text.trim() === '' || pastedFiles(clipboardData).length > 0) return
      if (isUrl(text.trim())) setUrl(text.trim())
      else addTransfers([new File([text], nameOf(text))], tags)
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [tags])
  return { url, clear: () => setUrl(undefined) }
}

export function fileOfUrl(url: string): File {
  return new File([`${url}\n`], 'pasted.txt')
}

function isUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && text.length <= LIMITS.urlMax && URL.canParse(text)
}

/**
 * Text is recognized as spreadsheet cells if all lines have the same number of tabs. Cells with line breaks are quoted.
 */
function nameOf(text: string): string {
  const cells = text
    .trimEnd()
    .replaceAll(/(?<=^|\t|\n)"(?:[^"]|"")*"(?=\t|\r?\n|$)/g, '')
    .split('\n')
    .map((line) => line.split('\t').length)
  const isTable = cells[0] !== 1 && cells.every((count) => count === cells[0])
  return isTable ? 'pasted.tsv' : 'pasted.txt'
}
