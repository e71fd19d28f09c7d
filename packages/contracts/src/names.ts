/**
 * Code points that are invisible or reorder the text around them: control and format characters, line separators, blank
 * letters and tags. In a name, they could imitate another one or break the line that shows it.
 */
const HIDDEN: [first: number, last: number][] = [
  [0x1, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe007f],
]

/** The class of these characters as PostgreSQL writes it, whose text cannot contain U+0000. */
export const HIDDEN_IN_SQL = `[${HIDDEN.map((range) => range.map(inSql).join('-')).join('')}]`

const IS_HIDDEN = new RegExp(`[\\0${HIDDEN.map((range) => range.map(inPattern).join('-')).join('')}]`, 'u')

export const HIDDEN_REFUSED = 'contains control or invisible characters. Remove them.'

/** Whether a name contains a character that nobody sees. */
export function hasHidden(name: string): boolean {
  return IS_HIDDEN.test(name)
}

/** The name with each of these characters replaced by an underscore. */
export function withoutHidden(name: string): string {
  return name.replace(new RegExp(IS_HIDDEN, 'gu'), '_')
}

function inPattern(code: number): string {
  return `\\u{${code.toString(16)}}`
}

function inSql(code: number): string {
  return `\\U${code.toString(16).padStart(8, '0')}`
}
