import { clsx } from 'clsx'
import type { Language } from '#lib/languages.ts'
import { TOKEN_COLORS, useTokens } from '../text/use-tokens.ts'

export function CodeBlock({ text, language }: { text: string; language?: Language | undefined }) {
  const tokens = useTokens(text, language)
  return (
    <pre className="scroll-thin overflow-x-auto rounded-md border border-line bg-sunken px-4 py-3 font-mono text-xs leading-5">
      <code className={clsx(TOKEN_COLORS)}>
        {tokens
          ? tokens.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their position
              <span key={at}>
                {line.map((token) => (
                  <span key={token.offset} style={token.htmlStyle}>
                    {token.content}
                  </span>
                ))}
                {'\n'}
              </span>
            ))
          : text}
      </code>
    </pre>
  )
}
