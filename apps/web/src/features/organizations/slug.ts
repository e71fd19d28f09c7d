const MOST = 48

/** `Rhein-Labor Köln` → `rhein-labor-koln`: letters, digits and dashes, empty when nothing of the name fits. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST)
    .replace(/^-|-$/g, '')
}

export function isSlug(text: string): boolean {
  return text.length <= MOST && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}
