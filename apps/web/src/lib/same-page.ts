/** Returns whether both paths lead to the same page. A trailing slash is ignored. */
export function isSamePage(one: string | undefined, other: string | undefined): boolean {
  return one?.replace(/\/$/, '') === other?.replace(/\/$/, '')
}
