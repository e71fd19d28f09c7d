import { useEffect } from 'react'
import { pastedFiles } from '#lib/dropped-files.ts'
import { addTransfers } from '#lib/transfers.ts'

const ELSEWHERE = 'input, textarea, [contenteditable], [role=dialog], [role=alertdialog]'

/** Text that is pasted next to the fields and dialogs of the page is uploaded as a file. The shell uploads pasted files. */
export function usePastedText(tags: readonly string[]): void {
  useEffect(() => {
    const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
      if (!clipboardData || (target instanceof Element && target.closest(ELSEWHERE))) return
      const text = clipboardData.getData('text/plain')
      if (text.trim() === '' || pastedFiles(clipboardData).length > 0) return
      addTransfers([new File([text], nameOf(text))], tags)
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [tags])
}

/** Cells of a spreadsheet are separated by tabs, the same number in each line. Those with line breaks are quoted. */
function nameOf(text: string): string {
  const cells = text
    .trimEnd()
    .replaceAll(/(?<=^|\t|\n)"(?:[^"]|"")*"(?=\t|\r?\n|$)/g, '')
    .split('\n')
    .map((line) => line.split('\t').length)
  const isTable = cells[0] !== 1 && cells.every((count) => count === cells[0])
  return isTable ? 'pasted.tsv' : 'pasted.txt'
}
