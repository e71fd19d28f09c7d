import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { LIMITS } from '@millrace/contracts/limits'
import { Problem } from '#problem.ts'
import type { PreviewFile } from './preview-file.ts'

export type Theme = 'light' | 'dark'

const LOOKS: Record<Theme, string> = {
  light:
    '--ink:#162024;--faint:#5d6a6f;--line:#dde3e5;--ground:#ffffff;--series:#006b7d,#734ba4,#8e5911,#355eae,#127244',
  dark: '--ink:#e9eeef;--faint:#8d979b;--line:#22292c;--ground:#0f1417;--series:#68d0dc,#c6a7ee,#efb85d,#8fb4f8,#65d193',
}

/**
 * A Plotly figure as an HTML document, which contains the figure as data. Only `<` could end the data block. In JSON it
 * occurs only in strings, where `\u003c` means the same, so the bytes are streamed with `<` replaced and never parsed
 * here.
 */
export function figureDocument(
  file: PreviewFile,
  { theme, scripts, font }: { theme: Theme; scripts: string[]; font: string },
): ReadableStream<Uint8Array> {
  if (file.sizeInBytes > LIMITS.previewFigureBytes) {
    throw new Problem('preview-failed', 'This figure is too large to preview. Download it to view it.')
  }
  const parts = async function* () {
    yield Buffer.from(head(file.name, theme, font))
    for await (const chunk of createReadStream(file.path)) yield withoutTags(chunk as Buffer)
    const sources = scripts.map((src) => `<script src="${escapeHtml(src)}"></script>`)
    yield Buffer.from(`</script>${sources.join('')}</body></html>`)
  }
  return Readable.toWeb(Readable.from(parts())) as ReadableStream<Uint8Array>
}

/** The document's content security policy: it may load our two scripts and our font, and nothing else. */
export function figurePolicy(allowed: { scripts: string[]; font: string; ancestors: string }): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${allowed.scripts.join(' ')}`,
    `font-src ${allowed.font}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${allowed.ancestors}`,
  ].join('; ')
}

function head(name: string, theme: Theme, font: string): string {
  const style =
    `@font-face{font-family:"IBM Plex Sans Variable";src:url("${escapeHtml(font)}") format("woff2-variations");font-weight:100 700}` +
    `:root{color-scheme:${theme};${LOOKS[theme]}}html,body{height:100%;margin:0;background:var(--ground);color:var(--ink)}` +
    'body{font:400 14px/22px "IBM Plex Sans Variable",system-ui,sans-serif}#plot{height:100%}#plot a{fill:var(--ink)!important;text-decoration:underline}#message{padding:24px;margin:0}'
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(name)}</title><style>${style}</style>` +
    `</head><body><main id="plot"></main><p id="message" hidden></p><script type="application/json" id="figure">`
  )
}

/** Works on bytes, so that multibyte characters stay intact across chunks. */
function withoutTags(chunk: Buffer): Buffer {
  if (!chunk.includes(0x3c)) return chunk
  return Buffer.from(chunk.toString('latin1').replaceAll('<', '\\u003c'), 'latin1')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
