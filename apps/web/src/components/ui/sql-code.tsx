import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'

const COLORS = '[&_span]:text-(--shiki-light) dark:[&_span]:text-(--shiki-dark)'

/** Longer queries would be colored too slowly to type in. */
const COLORED_UP_TO = 20_000

/** The text of a query in colors, once the highlighter is loaded. It lies under the text field. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity besides its place
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
