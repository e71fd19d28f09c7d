import { VERSION_PATTERN } from '@millrace/contracts/manifest'
import semver from 'semver'

/** Returns a string that sorts like the version: numbers are padded, and releases follow their prereleases. */
export function versionKey(version: string): string {
  const [numbers = '', ...suffix] = version.split('-')
  const padded = [...numbers.split('.'), '0', '0'].slice(0, 3).map((part) => part.padStart(8, '0'))
  const rest = suffix.join('-').replace(/\d+/g, (digits) => digits.padStart(8, '0'))
  return `${padded.join('.')}${rest === '' ? '~' : `-${rest}`}`
}

/** Whether the text means any version. Clients send `0` for that. */
export function isAnyVersion(text: string): boolean {
  return text === '0'
}

/** Whether the text is one version rather than a range. */
export function isVersion(text: string): boolean {
  return VERSION_PATTERN.test(text)
}

/** Whether the text is a valid range: `>=1.2 <2`, `^1`, `1.x`, `*`. */
export function isVersionRange(text: string): boolean {
  return semver.validRange(text) !== null
}

/** Whether a version is in a semver range, prereleases included. `1.4` counts as `1.4.0`. */
export function inRange(version: string, range: string): boolean {
  const full = semver.coerce(version, { includePrerelease: true })
  return full !== null && semver.satisfies(full, range, { includePrerelease: true })
}
