const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Formats a size with the largest suitable unit, such as `1.5 GB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1).replace(/\.0$/, '')} ${UNITS[power]}`
}
