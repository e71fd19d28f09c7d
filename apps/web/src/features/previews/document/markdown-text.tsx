import { clsx } from 'clsx'
import type { MarkedToken, Token, Tokens } from 'marked'
import type { FootnoteRef } from 'marked-footnote'
import { createElement, type ReactNode, useId, useMemo } from 'react'
import { languageNamed } from '#lib/languages.ts'
import { CodeBlock } from './code-block.tsx'
import { FootnoteLink, FootnotePrefix, Footnotes } from './footnotes.tsx'
import { Formula } from './formula.tsx'
import type { FormulaToken } from './formula-tokens.ts'
import { markdownTokens } from './markdown-tokens.ts'
import { embeddedImage, safeLink } from './safe-links.ts'
import * as texts from './texts.ts'

/**
 * Renders Markdown as React elements. HTML in it is shown as text and never parsed, only links to web pages and email
 * addresses are kept, and only images embedded in the file are shown.
 */
export function MarkdownText({ text }: { text: string }) {
  const tokens = useMemo(() => markdownTokens(text), [text])
  const prefix = useId()
  if (!tokens) return <pre className="whitespace-pre-wrap">{text}</pre>
  return (
    <FootnotePrefix value={prefix}>
      <div className="grid gap-4 text-md leading-6 wrap-anywhere">
        {tokens.settings === undefined ? null : <CodeBlock text={tokens.settings} language={languageNamed('yaml')} />}
        {blocks(tokens.blocks)}
        {tokens.notes.length > 0 ? <Footnotes notes={tokens.notes} render={({ content }) => blocks(content)} /> : null}
      </div>
    </FootnotePrefix>
  )
}

function blocks(tokens: readonly Token[]): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file have no identity except their position
  return tokens.map((token, at) => <Block key={at} token={token as MarkedToken} />)
}

function inlines(tokens: readonly Token[] | undefined): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file have no identity except their position
  return (tokens ?? []).map((token, at) => <Inline key={at} token={token as MarkedToken} />)
}

const HEADINGS = ['text-2xl', 'text-xl', 'text-lg', 'text-md', 'text-md', 'text-md']

function Block({ token }: { token: MarkedToken | FormulaToken }): ReactNode {
  switch (token.type) {
    case 'formula':
      return <Formula source={token.source} isBlock />
    case 'heading':
      // Headings are one level lower than in the file, because the page has its own first-level heading.
      return createElement(
        `h${Math.min(6, token.depth + 1)}`,
        { className: clsx('mt-2 font-semibold first:mt-0', HEADINGS[token.depth - 1]) },
        inlines(token.tokens),
      )
    case 'paragraph':
      return <p>{inlines(token.tokens)}</p>
    case 'code':
      if (token.lang === 'math') return <Formula source={token.text} isBlock />
      return <CodeBlock text={token.text} language={languageNamed(token.lang ?? '')} />
    case 'blockquote':
      return (
        <blockquote className="grid gap-3 border-l-3 border-line-strong pl-4 text-ink-2">
          {blocks(token.tokens)}
        </blockquote>
      )
    case 'list':
      return <List list={token} />
    case 'table':
      return <Table table={token} />
    case 'hr':
      return <hr className="border-line" />
    case 'html':
      return <p className="font-mono text-xs whitespace-pre-wrap text-ink-2">{token.text}</p>
    case 'text':
      return <span>{token.tokens ? inlines(token.tokens) : token.text}</span>
    default:
      return null
  }
}

function List({ list }: { list: Tokens.List }) {
  const start = list.ordered && list.start !== '' ? { start: list.start } : {}
  return createElement(
    list.ordered ? 'ol' : 'ul',
    { className: clsx('grid gap-1.5 pl-6', list.ordered ? 'list-decimal' : 'list-disc'), ...start },
    list.items.map((item, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a file have no identity except their position
      <li key={at} className={item.task ? 'list-none' : undefined}>
        {item.task ? (
          <input
            type="checkbox"
            disabled
            checked={item.checked ?? false}
            aria-label={texts.done}
            className="mr-2 -ml-5"
          />
        ) : null}
        {blocks(item.tokens)}
      </li>
    )),
  )
}

function Table({ table }: { table: Tokens.Table }) {
  const cell = (tag: 'th' | 'td', { tokens, align }: Tokens.TableCell, at: number) =>
    createElement(
      tag,
      {
        key: at,
        ...(tag === 'th' && { scope: 'col' }),
        className: clsx('border-b border-line px-3 py-1.5', align === 'right' ? 'text-right' : 'text-left'),
      },
      inlines(tokens),
    )
  return (
    <div className="scroll-thin overflow-x-auto">
      <table className="text-sm">
        <thead>
          <tr>{table.header.map((one, at) => cell('th', one, at))}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity except their position
            <tr key={at}>{row.map((one, place) => cell('td', one, place))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Inline({ token }: { token: MarkedToken | FootnoteRef | FormulaToken }): ReactNode {
  switch (token.type) {
    case 'formula':
      return <Formula source={token.source} isBlock={token.isBlock} />
    case 'strong':
      return <strong className="font-semibold">{inlines(token.tokens)}</strong>
    case 'em':
      return <em>{inlines(token.tokens)}</em>
    case 'del':
      return <del>{inlines(token.tokens)}</del>
    case 'codespan':
      return <code className="rounded-xs bg-tag px-1 font-mono text-[0.9em]">{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <Link link={token} />
    case 'image':
      return <Picture image={token} />
    case 'text':
      return token.tokens ? inlines(token.tokens) : token.text
    case 'escape':
      return token.text
    case 'footnoteRef':
      return <FootnoteLink note={token} />
    default:
      return token.raw
  }
}

function Link({ link }: { link: Tokens.Link | Tokens.Generic }) {
  const href = safeLink(String(link.href))
  if (href === undefined) return inlines(link.tokens)
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-accent underline">
      {inlines(link.tokens)}
    </a>
  )
}

function Picture({ image }: { image: Tokens.Image | Tokens.Generic }) {
  const src = embeddedImage(String(image.href))
  const alt = String(image.text)
  if (src) return <img src={src} alt={alt} className="max-w-full" />
  return <span className="text-ink-3">[Image{alt ? `: ${alt}` : ''}]</span>
}
