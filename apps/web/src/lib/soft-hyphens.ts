/** Shorter words fit into narrow places. */
const LONG_WORD = /\p{L}{18,}/gu
/** A vowel, and a consonant that begins the next syllable. No language is known, so this is a guess that reads well. */
const SYLLABLE =
  /(?<=\p{L}{3}[aeiouyäöüáéíóúàèìòùâêîôûåæø])(?=[bcdfghjklmnpqrstvwxzß][aeiouyäöüáéíóúàèìòùâêîôûåæø]\p{L}{2})/giu

/** Marks where long words may be divided: a browser hyphenates only the language of the page. */
export function softHyphens(text: string): string {
  return text.replace(LONG_WORD, (word) => word.replace(SYLLABLE, '\u00AD'))
}
