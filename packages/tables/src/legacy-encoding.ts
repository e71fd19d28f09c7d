import { decodeDos, isDos, isMacCircumflex } from './dos-encoding.ts'

/** Display names of the encodings other than UTF-8 and UTF-16. TextDecoder supports all keys except cp850. */
export const LEGACY_ENCODINGS = {
  'windows-1252': 'Latin-1',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  macintosh: 'Mac Roman',
  cp850: 'DOS (CP850)',
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
} as const

export type LegacyEncoding = keyof typeof LEGACY_ENCODINGS

/** Returns a TextDecoder or, for code page 850, our own decoder. */
export function textDecoder(encoding: string): { decode(bytes?: Uint8Array, options?: { stream?: boolean }): string } {
  if (encoding !== 'cp850') return new TextDecoder(encoding)
  return { decode: (bytes) => (bytes ? decodeDos(bytes) : '') }
}

/** The encodings that a user may choose for a text file. */
export type NamedEncoding = 'auto' | 'utf-8' | LegacyEncoding

const PAIRS_LEAST = 4
const LETTERS_LEAST = 20

/**
 * Guesses the encoding of a sample of text that is not UTF-8. Undefined if the guess would be unreliable. In Western
 * text, non-ASCII letters occur singly between ASCII letters. In other scripts, the letters occur in runs, and each
 * encoding has its own frequent bytes.
 */
export function legacyEncoding(bytes: Uint8Array): LegacyEncoding | undefined {
  const runs = foreignRuns(bytes)
  const foreign = runs.reduce((sum, run) => sum + run.length, 0)
  if (foreign === 0) return 'windows-1252'
  const together = runs.filter((run) => run.length >= 3).reduce((sum, run) => sum + run.length, 0)
  const japanese = isShiftJis(bytes)
  if (japanese) return 'shift_jis'
  if (together < foreign * 0.4) return westernEncoding(bytes)
  return pairedEncoding(runs) ?? letterEncoding(runs)
}

function foreignRuns(bytes: Uint8Array): Uint8Array[] {
  const runs: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    const from = at
    while ((bytes[at] ?? 0) >= 0x80) at += 1
    if (at > from) runs.push(bytes.subarray(from, at))
  }
  return runs
}

/**
 * Whether the text, decoded as Shift JIS, contains kana, and nearly all of its non-ASCII characters are usual in
 * Japanese text: kana, kanji, punctuation, full-width letters and a few symbols.
 */
function isShiftJis(bytes: Uint8Array): boolean {
  const text = decoded(bytes, 'shift_jis')
  const foreign = [...(text ?? '')].filter((letter) => letter > '\u007f')
  const usual = foreign.filter((letter) => /[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e℃°±μ㎥]/.test(letter))
  return usual.length >= PAIRS_LEAST && usual.length >= foreign.length * 0.9 && /[\u3041-\u30ff]/.test(text ?? '')
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Guesses an encoding with two bytes per character. Chinese has lead bytes that no Korean syllable has. */
function pairedEncoding(runs: readonly Uint8Array[]): LegacyEncoding | undefined {
  const inPairs = runs.filter((run) => run.length % 2 === 0)
  if (inPairs.length < runs.length * 0.95) return undefined
  const leads = inPairs.flatMap((run) => [...run].filter((_, at) => at % 2 === 0))
  const share = (low: number, high: number) =>
    leads.filter((lead) => lead >= low && lead <= high).length / Math.max(1, leads.length)
  if (leads.length < PAIRS_LEAST || inPairs.some((run) => run.some((byte) => byte < 0xa1))) return undefined
  if (share(0xa4, 0xa5) > 0.2) return 'euc-jp'
  if (share(0xa1, 0xf7) < 0.99) return undefined
  if (share(0xc9, 0xf7) > 0.25 && share(0xb0, 0xd7) > 0.5) return 'gb18030'
  return share(0xb0, 0xc8) > 0.97 && leads.length >= LETTERS_LEAST ? 'euc-kr' : undefined
}

/**
 * Guesses an encoding with one byte per letter. The bytes of the three most frequent vowels distinguish Windows-1251
 * from KOI8-R and Greek. Many bytes below 0xE0 indicate KOI8-R rather than Greek.
 */
function letterEncoding(runs: readonly Uint8Array[]): LegacyEncoding | undefined {
  const letters = runs.flatMap((run) => [...run]).filter((byte) => byte >= 0xc0)
  if (letters.length < LETTERS_LEAST) return undefined
  const share = (test: (byte: number) => boolean) => letters.filter(test).length / letters.length
  const russian = share((byte) => [0xe0, 0xe8, 0xee].includes(byte | 0x20))
  const others = share((byte) => [0xe1, 0xe9, 0xef].includes(byte | 0x20))
  if (russian >= 0.14 && russian > others * 1.5) return 'windows-1251'
  if (others < 0.14 || others < russian * 1.5) return undefined
  return share((byte) => byte < 0xe0) > 0.6 ? 'koi8-r' : 'windows-1253'
}

function westernEncoding(bytes: Uint8Array): LegacyEncoding | undefined {
  if (isDos(bytes)) return 'cp850'
  if (hasMacCircumflexes(bytes)) return 'macintosh'
  const inWords = [...bytes.keys()].filter((at) => (bytes[at] ?? 0) >= 0x80 && isLetter(bytes[at - 1] ?? bytes[at + 1]))
  const within = inWords.map((at) => bytes[at] ?? 0).filter((byte) => !TYPOGRAPHY.has(byte))
  const low = within.filter((byte) => byte < 0xa0 || byte === 0xa7)
  const has = (wanted: readonly number[]) => within.some((byte) => wanted.includes(byte))
  if (low.length > 0 && low.length >= within.length * 0.9 && within.length >= 2) {
    if (has([0x81, 0x84, 0x94])) return undefined
    if (has([0x8a, 0x9a, 0x9f, 0x8e])) return 'macintosh'
  }
  if (within.filter((byte) => [0xb9, 0xbf, 0xb3].includes(byte)).length >= 3 && has([0xb9, 0xbf])) return 'windows-1250'
  return within.some((byte) => UNDEFINED_IN_1252.has(byte)) ? undefined : 'windows-1252'
}

/**
 * Whether several words contain an `î` in the Mac OS encoding. In Windows encodings, the same byte is a closing
 * quotation mark, and no letter follows it.
 */
function hasMacCircumflexes(bytes: Uint8Array): boolean {
  const places = [...bytes.keys()].filter((at) => isMacCircumflex(bytes[at - 1] ?? 0, bytes[at] ?? 0))
  return places.length >= 2 && places.every((at) => isLetter(bytes[at + 1]))
}

const TYPOGRAPHY = new Set([0x80, 0x82, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0xb0])
const UNDEFINED_IN_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122))
}
