/* The texts of features/previews/bytes. */

export const bytesOf = (name: string | number) => `Bytes of ${name}`
export const bytes = (size: string | number, size2: string | number) => `${size} bytes (${size2})`
export const goToOffset = 'Go to offset'
export const offsetSuchAs0x1f00 = 'Offset, such as 0x1f00'
