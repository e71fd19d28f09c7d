/** Whether both are the path of the same page, with and without a slash at the end. */
export function isSamePage(one: string | undefined, other: string | undefined): boolean {
  return one?.replace(/\/$/, '') === other?.replace(/\/$/, '')
}
