/** Words long enough to overflow a narrow container. */
const LONG_WORD = /\p{L}{18,}/gu
/** An approximate syllable boundary between a vowel and a consonant, because the language is unknown. */
const SYLLABLE =
  /(?<=\p{L}{3}[aeiouyäöüáéíóúàèìòùâêîôûåæø])(?=[bcdfghjklmnpqrstvwxzß][aeiouyäöüáéíóúàèìòùâêîôûåæø]\p{L}{2})/giu

/** Adds soft hyphens to long words, because browsers hyphenate only words in the language of the page. */
export function softHyphens(text: string): string {
  return text.replace(LONG_WORD, (word) => word.replace(SYLLABLE, '\u00AD'))
}
