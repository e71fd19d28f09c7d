/** The characters of code page 850 from byte 0x80. Up to 0xA5, code page 437 has the same letters except ø and Ø. */
const CHARACTERS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Decodes code page 850, which TextDecoder doesn’t support. */
export function decodeDos(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return text.replace(/[\u0080-\u00ff]/g, (character) => CHARACTERS[character.charCodeAt(0) - 0x80] ?? '')
}

const LETTERS_LEAST = 2
const SHARE_LEAST = 0.95
const CERTAIN_LEAST = 0.25
/**
 * Bytes that are letters of this case in DOS code pages, but not in Windows-1252, Windows-1250 or Mac OS. The exception
 * is 0x94, which is `î` in Mac OS. `isMacCircumflex` recognizes it.
 */
const ONLY_DOS = {
  lower: new Set([0x81, 0x82, 0x83, 0x84, 0x86, 0x94, 0xa1, 0xa2, 0xa3, 0xa4]),
  // The bytes of Å and Ñ are left out, because they are Ź and Ą in Windows-1250.
  upper: new Set([0x90, 0x99, 0x9a]),
}
/**
 * Bytes that count as letters at the end of a word. There, other bytes may be punctuation in Windows encodings, such as
 * the closing quotation mark 0x94.
 */
const AT_END = new Set([0x81, 0x82, 0x84])

/**
 * Whether nearly all non-ASCII bytes in words are plausible letters in code page 850, and at least a quarter of them
 * are letters in no other common encoding. The bytes of `ä` and `ö` are quotation marks in Windows encodings, and those
 * of `ü`, `é` and `ä` are capital letters in Mac OS encodings.
 */
export function isDos(bytes: Uint8Array): boolean {
  let [letters, fitting, certain] = [0, 0, 0]
  for (let at = 1; at < bytes.length; at += 1) {
    const [before = 0, byte = 0, after = 0] = [bytes[at - 1], bytes[at], bytes[at + 1]]
    if (byte < 0x80 || !(isLetter(before) || before >= 0x80)) continue
    if (!(isLetter(after) || after >= 0x80 || AT_END.has(byte))) continue
    const letter = CHARACTERS[byte - 0x80] ?? ''
    const isLower = isLetter(after) ? after >= 97 : !isLetter(before) || before >= 97
    letters += 1
    if (isMacCircumflex(before, byte)) continue
    if (/\p{L}/u.test(letter) && (letter === letter.toLowerCase()) === isLower) fitting += 1
    if (ONLY_DOS[isLower ? 'lower' : 'upper'].has(byte)) certain += 1
  }
  return letters >= LETTERS_LEAST && certain >= letters * CERTAIN_LEAST && fitting >= letters * SHARE_LEAST
}

/** Whether a byte follows a, o or u and is `î` in Mac OS, as in “maître” and “boîte”. In code page 850, it is `ö`. */
export function isMacCircumflex(before: number, byte: number): boolean {
  return byte === 0x94 && 'aou'.includes(String.fromCharCode(before))
}

function isLetter(byte: number): boolean {
  return (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
}
