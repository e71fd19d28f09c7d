/** Returns the title of a workflow in lists: the name of its file without the extension. */
export function titleOfFile(name: string): string {
  return name.replace(/(\.workflow)?\.json$/i, '') || name
}
