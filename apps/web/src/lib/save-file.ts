/** Saves content as a file of the user. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  saveFrom(url, name)
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Saves what an address returns, under the name that the server gives it. */
export function saveFrom(href: string, name = ''): void {
  Object.assign(document.createElement('a'), { href, download: name }).click()
}
