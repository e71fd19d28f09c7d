import semver from 'semver'

/** A version as text that sorts like the version: numbers padded, and a release behind its prereleases. */
export function versionKey(version: string): string {
  const [numbers = '', ...suffix] = version.split('-')
  const padded = [...numbers.split('.'), '0', '0'].slice(0, 3).map((part) => part.padStart(8, '0'))
  return `${padded.join('.')}${suffix.length > 0 ? `-${suffix.join('-')}` : '~'}`
}

export function isPrerelease(version: string): boolean {
  return version.includes('-')
}

/** Whether the text is a range (`>=1.2 <2`, `^1`, `1.x`) and not one exact version. */
export function isRange(text: string): boolean {
  return /[<>=^~*xX\s|]/.test(text.trim())
}

/** Says whether a version lies in a semver range. Short versions such as `1.4` count as `1.4.0`. */
export function inRange(version: string, range: string): boolean {
  const full = semver.coerce(version, { includePrerelease: true })
  return full !== null && semver.satisfies(full, range, { includePrerelease: /-/.test(range) })
}
