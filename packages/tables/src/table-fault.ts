/** Thrown if a file can't be read as a table. The message says what is wrong, where, and what to do. */
export class TableFault extends Error {
  override name = 'TableFault'
}
