import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'

const COLORS = '[&_span]:text-(--shiki-light) dark:[&_span]:text-(--shiki-dark)'

/** Maximum length of a highlighted query: highlighting longer ones would slow down typing. */
const COLORED_UP_TO = 20_000

/** A query with syntax highlighting, once the highlighter is loaded, below the transparent text field. */
export function SqlCode({ text, className }: { text: string; className: string }) {
  const { data: tokenize } = useQuery({
    queryKey: ['highlighter', 'sql'],
    queryFn: async () => {
      const { tokenizerOf } = await import('#lib/highlight.ts')
      return { run: await tokenizerOf('sql') }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const lines = tokenize && text.length <= COLORED_UP_TO ? tokenize.run(text) : undefined
  return (
    <pre aria-hidden="true" className={clsx('pointer-events-none absolute inset-0 text-ink', COLORS, className)}>
      {lines?.map((tokens, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity except its position
        <span key={index} className="contents">
          {tokens.map((token) => (
            <span key={token.offset} style={token.htmlStyle}>
              {token.content}
            </span>
          ))}
          {'\n'}
        </span>
      )) ?? text}
    </pre>
  )
}
