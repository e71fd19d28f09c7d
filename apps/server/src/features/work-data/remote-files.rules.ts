import path from 'node:path'
import { parse } from 'content-disposition'
import { nameFault } from './file-names.rules.ts'

/**
 * Whether a URL may be fetched. Sources are hosts (`zenodo.org`), subdomains (`*.example.org`), any host (`*`), or
 * origins (`http://nas.lab:8080`). Only an origin can allow a port other than the default.
 */
export function isAllowed(url: URL, sources: readonly string[]): boolean {
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false
  return sources.some((source) => {
    if (source.includes('://')) return new URL(source).origin === url.origin
    if (url.port !== '') return false
    if (source.startsWith('*.')) return url.hostname.endsWith(source.slice(1))
    return source === '*' || source === url.hostname
  })
}

/**
 * Formats sources as a list for a sentence: `zenodo.org, *.example.org or http://nas.lab:8080`. If they include `*`,
 * returns “any public website”.
 */
export function sourceList(sources: readonly string[]): string {
  if (sources.includes('*')) return 'any public website'
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(sources)
}

/**
 * Returns the name of a fetched file: the name in the response header, else the last part of the URL, else the host.
 * Invalid names are skipped.
 */
export function remoteName(url: URL, header: string | undefined): string {
  const last = decoded(path.posix.basename(url.pathname))
  return [stated(header), last].find((name) => name !== undefined && nameFault(name) === undefined) ?? url.hostname
}

function stated(header: string | undefined): string | undefined {
  try {
    return header === undefined ? undefined : parse(header).parameters.filename
  } catch {
    return undefined
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
