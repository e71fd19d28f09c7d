import { unescaped } from './xml-elements.ts'

const TEXT = /<t(?:\s[^>]*?)?(?:\/>|>(.*?)<\/t>)/gs

/** Returns the text of a shared or inline string: all its runs, without phonetic hints. */
export function stringText(content: string): string {
  const runs = content.includes('<rPh') ? content.replace(/<rPh[\s>].*?<\/rPh>/gs, '') : content
  let text = ''
  for (const [, run = ''] of runs.matchAll(TEXT)) text += run
  return cellCharacters(text)
}

/** Unescapes the text of a cell, including control characters, which Excel writes as `_x000D_`. */
export function cellCharacters(xml: string): string {
  const text = unescaped(xml)
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
