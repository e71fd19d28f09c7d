export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  saveFrom(url, name)
  // Revoked later, because the browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads the content of a URL as `name` or, if empty, under the file name that the server sends. */
export function saveFrom(href: string, name = ''): void {
  Object.assign(document.createElement('a'), { href, download: name }).click()
}
