import { useQuery } from '@tanstack/react-query'
import type { Language } from '#lib/languages.ts'
import { withLineFeeds } from './lines-of.ts'

/** Colors of the tokens inside an element, in both themes. */
export const TOKEN_COLORS = '[&_span]:text-(--shiki-light) dark:[&_span]:text-(--shiki-dark)'
/** Maximum number of characters to highlight. More would block the page. */
const HIGHLIGHT_UP_TO = 200_000

/**
 * Returns the tokens of each line. Undefined while the highlighter loads, for unknown languages, and for long texts.
 */
export function useTokens(text: string, language: Language | undefined) {
  const { data } = useQuery({
    queryKey: ['highlight', language, text],
    queryFn: async () => {
      const { tokenizerOf } = await import('#lib/highlight.ts')
      const tokenize = await tokenizerOf(language ?? 'json')
      return tokenize(withLineFeeds(text))
    },
    enabled: language !== undefined && text.length <= HIGHLIGHT_UP_TO,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
  return data
}
