import { isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type ToastT, toast } from 'sonner'
import { expect, it } from 'vitest'
import { showToast } from './show-toast.tsx'

const textOf = (part: ReactNode | (() => ReactNode)) => {
  const shown = typeof part === 'function' ? part() : part
  return isValidElement(shown) ? renderToStaticMarkup(shown) : String(shown)
}

it('shows names in backticks as code, in titles and descriptions', () => {
  showToast('error', 'There is no column `flw`.', { description: 'Column `flw` not found.', id: 'shown-here' })

  // Tests of other files in this process may have shown toasts too.
  const shown = (toast.getHistory() as ToastT[]).find(({ id }) => id === 'shown-here')
  expect(textOf(shown?.title)).toMatch(/^There is no column <code[^>]*>flw<\/code>\.$/)
  expect(textOf(shown?.description)).toMatch(/^Column <code[^>]*>flw<\/code> not found\.$/)
})
