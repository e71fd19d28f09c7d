type Range = [first: number, last: number]

/**
 * Code points that are invisible or reorder the text around them: control and format characters, line separators, blank
 * letters and Unicode tag characters. They could make a name look like another name, or break the line that shows the
 * name. The joiners U+200C and U+200D are not listed, because they are allowed where they change the rendering of
 * neighboring characters.
 */
const INVISIBLE: Range[] = [
  [0x1, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
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

const ZWNJ = 0x200c
const ZWJ = 0x200d
const EMOJI_STYLE = 0xfe0f

/** Viramas (combining class 9). In the scripts of India, Sri Lanka and Southeast Asia, a joiner may follow a virama. */
const VIRAMAS = [
  0x94d, 0x9cd, 0xa4d, 0xacd, 0xb4d, 0xbcd, 0xc4d, 0xccd, 0xd3b, 0xd3c, 0xd4d, 0xdca, 0xe3a, 0xeba, 0xf84, 0x1039,
  0x103a, 0x1714, 0x1734, 0x17d2, 0x1a60, 0x1b44, 0x1baa, 0x1bab, 0x1bf2, 0x1bf3, 0xa806, 0xa8c4, 0xa953, 0xa9c0,
  0xaaf6, 0xabed,
].map((code): Range => [code, code])

/** Arabic letters that join the next letter (joining type D), for Persian, Urdu and Kurdish. */
const JOINS_NEXT: Range[] = [
  [0x620, 0x620],
  [0x626, 0x626],
  [0x628, 0x628],
  [0x62a, 0x62e],
  [0x633, 0x63f],
  [0x641, 0x647],
  [0x649, 0x64a],
  [0x66e, 0x66f],
  [0x678, 0x687],
  [0x69a, 0x6bf],
  [0x6c1, 0x6c2],
  [0x6cc, 0x6cc],
  [0x6ce, 0x6ce],
  [0x6d0, 0x6d1],
  [0x6fa, 0x6fc],
  [0x6ff, 0x6ff],
]
/** Arabic letters that join the previous letter (joining types D and R). */
const JOINS_PREVIOUS: Range[] = [
  [0x620, 0x620],
  [0x622, 0x63f],
  [0x641, 0x64a],
  [0x66e, 0x673],
  [0x675, 0x6d3],
  [0x6d5, 0x6d5],
  [0x6ee, 0x6ef],
  [0x6fa, 0x6fc],
  [0x6ff, 0x6ff],
]
const ARABIC_MARKS: Range[] = [
  [0x64b, 0x65f],
  [0x670, 0x670],
]
const EMOJI: Range[] = [
  [0x2194, 0x2195],
  [0x2600, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x1f000, 0x1faff],
]
const BENGALI_RA = 0x9b0
const BENGALI_VIRAMA = 0x9cd

/**
 * Returns a regular expression that matches an invisible character. A joiner counts as invisible unless it follows a
 * virama, separates Arabic letters that would be joined (both as in RFC 5892, appendix A), joins two emoji, or forms
 * Bengali “rya”.
 */
function invisible(write: (code: number) => string): string {
  const oneOf = (ranges: Range[]) => `[${ranges.map((range) => range.map(write).join('-')).join('')}]`
  const marks = `${oneOf(ARABIC_MARKS)}*`
  const isVisible = [
    `(?<=${oneOf(VIRAMAS)})`,
    `(?<=${oneOf(JOINS_NEXT)}${marks})${write(ZWNJ)}(?=${marks}${oneOf(JOINS_PREVIOUS)})`,
    `(?<=${oneOf(EMOJI)}${write(EMOJI_STYLE)}?)${write(ZWJ)}(?=${oneOf(EMOJI)})`,
    `(?<=${write(BENGALI_RA)})${write(ZWJ)}(?=${write(BENGALI_VIRAMA)})`,
  ]
  return `${oneOf(INVISIBLE)}|(?!${isVisible.join('|')})[${write(ZWNJ)}${write(ZWJ)}]`
}

/**
 * A regular expression in PostgreSQL syntax that matches an invisible character. U+0000 is left out, because PostgreSQL
 * strings cannot contain it.
 */
export const INVISIBLE_IN_SQL = invisible(inSql)

const IS_INVISIBLE = new RegExp(`\\0|${invisible(inPattern)}`, 'u')

export const INVISIBLE_REFUSED = 'contains control or invisible characters. Remove them.'

export function hasInvisible(name: string): boolean {
  return IS_INVISIBLE.test(name)
}

/** Replaces each invisible character with an underscore. */
export function withoutInvisible(name: string): string {
  return name.replace(new RegExp(IS_INVISIBLE, 'gu'), '_')
}

/** Replaces each invisible character with its code, such as `a⟨U+202E⟩b`, so people can find the character. */
export function withInvisibleShown(name: string): string {
  return name.replace(
    new RegExp(IS_INVISIBLE, 'gu'),
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}

function inPattern(code: number): string {
  return `\\u{${code.toString(16)}}`
}

function inSql(code: number): string {
  return `\\U${code.toString(16).padStart(8, '0')}`
}
