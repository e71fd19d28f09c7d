/** Returns the title of a workflow in lists: the name of its file without `.json` or `.workflow.json`. */
export function titleOfFile(name: string): string {
  return name.replace(/(\.workflow)?\.json$/i, '') || name
}
