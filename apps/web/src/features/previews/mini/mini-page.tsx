import { clsx } from 'clsx'
import { pageOutline } from './page-outline.ts'

/** The first lines of an HTML file as plain text: what it is about, without anything that it would load or run. */
export function MiniPage({ html }: { html: string }) {
  return (
    <span className="block text-2xs leading-4 text-ink-2">
      {pageOutline(html).map(({ text, level }, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          key={at}
          className={clsx('block truncate', level > 0 && 'font-semibold text-ink')}
        >
          {text}
        </span>
      ))}
    </span>
  )
}
