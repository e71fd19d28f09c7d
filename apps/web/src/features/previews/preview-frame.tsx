import type { Ref } from 'react'
import { usePaintedTheme } from '#lib/theme.ts'

interface PreviewFrameProps {
  ref?: Ref<HTMLIFrameElement>
  href: string
  title: string
  /** Whether the document runs our scripts. Files never bring their own. */
  scripts?: boolean
  onLoad?: () => void
}

/** A sandboxed document of the server. It has no origin and no cookies, and starts anew when the theme changes. */
export function PreviewFrame({ ref, href, title, scripts = false, onLoad }: PreviewFrameProps) {
  const theme = usePaintedTheme()
  return (
    <iframe
      ref={ref}
      key={theme}
      src={themedHref(href, theme)}
      sandbox={scripts ? 'allow-scripts' : ''}
      referrerPolicy="no-referrer"
      title={title}
      onLoad={onLoad}
      className="min-h-80 w-full flex-1 border-t border-line bg-surface"
    />
  )
}

/** A document takes one parameter: the theme of the page around it. */
function themedHref(href: string, theme: 'light' | 'dark'): string {
  const address = new URL(href)
  address.searchParams.set('theme', theme)
  return address.href
}
