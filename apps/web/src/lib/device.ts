/** Order matters: many browsers also name the browser they are based on. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const PHONES = ['iPhone', 'iPad', 'Android']

export interface Device {
  /** Such as `Chrome on Windows`. */
  name: string
  kind: 'computer' | 'phone' | 'program'
}

/** Returns the device that a user agent describes, such as `Chrome on Windows` or `API client (curl)`. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const agent = userAgent?.trim() ?? ''
  if (agent === '') return { name: 'Unknown device', kind: 'program' }
  const browser = nameIn(BROWSERS, agent)
  const system = nameIn(SYSTEMS, agent)
  if (!browser && system) return { name: system, kind: kindOf(system) }
  if (!browser) return { name: `API client (${agent.split(/[\s/]/, 1)[0]})`, kind: 'program' }
  return { name: system ? `${browser} on ${system}` : browser, kind: kindOf(system) }
}

function nameIn(table: readonly [RegExp, string][], agent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(agent))?.[1]
}

function kindOf(system: string | undefined): Device['kind'] {
  return system && PHONES.includes(system) ? 'phone' : 'computer'
}
