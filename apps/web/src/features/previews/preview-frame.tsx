import { clsx } from 'clsx'
import { type ReactNode, type Ref, useState } from 'react'
import { usePaintedTheme } from '#lib/theme.ts'

interface PreviewFrameProps {
  ref?: Ref<HTMLIFrameElement>
  href: string
  title: string
  /** Whether the document runs our scripts. Files never bring their own. */
  scripts?: boolean
  /** What the frame shows until its document is drawn. */
  placeholder?: ReactNode
  onLoad?: () => void
}

/** A sandboxed document of the server. It has no origin and no cookies, and reloads when the theme changes. */
export function PreviewFrame({ ref, href, title, scripts = false, placeholder, onLoad }: PreviewFrameProps) {
  const theme = usePaintedTheme()
  const [drawn, setDrawn] = useState<string>()
  const src = themedHref(href, theme)
  const isDrawn = drawn === src || !placeholder
  return (
    <div className="relative min-h-80 flex-1 border-t border-line bg-surface">
      {isDrawn ? null : placeholder}
      <iframe
        ref={ref}
        key={theme}
        src={src}
        sandbox={scripts ? 'allow-scripts' : ''}
        referrerPolicy="no-referrer"
        title={title}
        onLoad={() => {
          setDrawn(src)
          onLoad?.()
        }}
        className={clsx('absolute inset-0 size-full', !isDrawn && 'opacity-0')}
      />
    </div>
  )
}

/** A document takes one parameter: the theme of the page around it. */
function themedHref(href: string, theme: 'light' | 'dark'): string {
  const address = new URL(href)
  address.searchParams.set('theme', theme)
  return address.href
}
