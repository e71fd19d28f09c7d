const URI = /data:([^,]{0,1000}),/gi
const BASE64 = /;\s*base64\s*$/i
/** Number of characters of an embedded image that are enough to find its size. */
const HEAD_CHARACTERS = 350_000

/** Yields the content of the `data:` URIs in a string. For types other than SVG, yields only the start. */
export function* embeddedFiles(text: string): Generator<Buffer> {
  for (const found of text.matchAll(URI)) {
    const [, type = ''] = found
    const from = found.index + found[0].length
    const isDrawing = /^\s*image\/svg/i.test(type)
    const content = text.slice(from, isDrawing ? text.length : from + HEAD_CHARACTERS)
    yield BASE64.test(type) ? Buffer.from(base64In(content), 'base64') : unescaped(content)
  }
}

function base64In(content: string): string {
  const [part = ''] = /^[\w+/=%\s-]*/.exec(content) ?? []
  return part.includes('%') ? unescaped(part).toString('latin1') : part
}

/** Decodes percent-escapes as UTF-8 or, if they aren't valid UTF-8, as single bytes. */
function unescaped(content: string): Buffer {
  try {
    return Buffer.from(decodeURIComponent(content))
  } catch {
    const bytes = content.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1')
  }
}
