/* Reports are HTML files without scripts or external resources, readable on paper and in light and dark themes. */

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:70rem;padding:1.5rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}.note{opacity:.75;margin:.25rem 0}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8884;vertical-align:top}
th{font-weight:600}td.n,th.n{text-align:right}svg{display:block}.good{color:#15803d}.bad{color:#b91c1c}
@media(prefers-color-scheme:dark){.good{color:#4ade80}.bad{color:#f87171}}`

function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (letter) => names[letter] ?? letter)
}

/** Returns a complete page. `body` is HTML; `title` and `note` are plain text. */
export function htmlReport({ title, note, body }: { title: string; note: string; body: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1><p class="note">${escaped(note)}</p>
${body}
</body></html>
`
}

/** A cell: plain text, a number, or HTML generated here. */
export type ReportCell = string | number | null | { html: string }

export function htmlTable(head: readonly string[], rows: readonly (readonly ReportCell[])[]): string {
  const isNumber = head.map((_, at) => rows.length > 0 && rows.every((row) => typeof (row[at] ?? 0) === 'number'))
  const cell = (tag: string, at: number, html: string) => `<${tag}${isNumber[at] ? ' class="n"' : ''}>${html}</${tag}>`
  const headRow = head.map((name, at) => cell('th', at, escaped(name))).join('')
  const body = rows.map((row) => `<tr>${row.map((value, at) => cell('td', at, cellHtml(value))).join('')}</tr>`)
  return `<div class="wide"><table><thead><tr>${headRow}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`
}

function cellHtml(value: ReportCell): string {
  if (value === null) return ''
  if (typeof value === 'object') return value.html
  return escaped(typeof value === 'number' ? shownNumber(value) : value)
}

/**
 * Formats a number with up to six significant digits, or up to nine if it has at least six digits before the point.
 * Numbers with a magnitude of at least 1e9 or below 1e-4 get an exponent and four significant digits. Zero does not.
 */
export function shownNumber(value: number): string {
  const size = Math.abs(value)
  if (value !== 0 && (size >= 1e9 || size < 1e-4)) return value.toExponential(3)
  return value.toLocaleString('en-US', { maximumSignificantDigits: size >= 100_000 ? 9 : 6 })
}

const BAR_WIDTH = 8
const HEIGHT = 36

export function histogramSvg(counts: readonly number[], label: string): string {
  const most = Math.max(1, ...counts)
  const bars = counts.map((value, at) => {
    const height = value === 0 ? 0 : Math.max(1, (value / most) * HEIGHT)
    return `<rect x="${at * BAR_WIDTH}" y="${(HEIGHT - height).toFixed(1)}" width="${BAR_WIDTH - 1}" height="${height.toFixed(1)}"/>`
  })
  return `<svg role="img" aria-label="${escaped(label)}" width="${counts.length * BAR_WIDTH}" height="${HEIGHT}" fill="#3b82f6">${bars.join('')}</svg>`
}
