import { useEffect } from 'react'
import { pastedFiles } from '#lib/dropped-files.ts'
import { addTransfers } from '#lib/transfers.ts'

const FIELDS = 'input, textarea, [contenteditable]'

/** Text that is pasted next to the fields of the page is uploaded as a file. The shell uploads pasted files. */
export function usePastedText(tags: readonly string[]): void {
  useEffect(() => {
    const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
      if (!clipboardData || (target instanceof Element && target.closest(FIELDS))) return
      const text = clipboardData.getData('text/plain')
      if (text.trim() === '' || pastedFiles(clipboardData).length > 0) return
      addTransfers([new File([text], nameOf(text))], tags)
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [tags])
}

/** Cells of a spreadsheet are separated by tabs. Other text may be a table as well, which its content decides. */
function nameOf(text: string): string {
  return text.includes('\t') ? 'pasted.tsv' : 'pasted.txt'
}
