const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Returns a function that takes JSON byte by byte and returns how many arrays and objects are open after each byte. */
export function jsonNesting(): (byte: number) => number {
  let [depth, isInText, isEscaped] = [0, false, false]
  return (byte) => {
    if (isEscaped) isEscaped = false
    else if (byte === BACKSLASH) isEscaped = isInText
    else if (byte === QUOTE) isInText = !isInText
    else if (isInText) return depth
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1
    else if ((byte === CLOSE_LIST || byte === CLOSE_OBJECT) && depth > 0) depth -= 1
    return depth
  }
}
