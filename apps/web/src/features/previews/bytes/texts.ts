/* The texts of features/previews/bytes. */

export const bytesOf = 'Bytes of {name}'
export const bytes = '{count} bytes ({size})'
export const goToOffset = 'Go to offset'
export const offsetSuchAs0x1f00 = 'Offset, such as 0x1f00'
