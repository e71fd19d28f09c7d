/** Words long enough to overflow a narrow container. */
const LONG_WORD = /\p{L}{18,}/gu
/**
 * The boundary between a vowel and the consonant that starts the next syllable. The language is unknown, so this is an
 * approximation.
 */
const SYLLABLE =
  /(?<=\p{L}{3}[aeiouyäöüáéíóúàèìòùâêîôûåæø])(?=[bcdfghjklmnpqrstvwxzß][aeiouyäöüáéíóúàèìòùâêîôûåæø]\p{L}{2})/giu

/** Adds soft hyphens to long words, because browsers hyphenate only words in the language of the page. */
export function softHyphens(text: string): string {
  return text.replace(LONG_WORD, (word) => word.replace(SYLLABLE, '\u00AD'))
}
