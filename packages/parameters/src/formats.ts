const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOSTNAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`, 'i')
const NAME_AT = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const BYTE = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)$/
const SCHEME = /^[a-z][a-z0-9+.-]*:[^\s]+$/i

/** Maximum length of a string with a format, so that no check takes long. Longer strings match no format. */
const LONGEST = 2_000

/** The formats that are checked. Each check takes linear time. Other formats are only annotations. */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['time', (text: string) => TIME.test(text)],
  ['date-time', isDateTime],
  ['email', isEmail],
  ['hostname', (text: string) => HOSTNAME.test(text)],
  ['ipv4', isIpv4],
  ['ipv6', (text: string) => text.includes(':') && !/[^0-9a-f:.]/i.test(text) && URL.canParse(`http://[${text}]`)],
  ['uri', (text: string) => SCHEME.test(text) && URL.canParse(text)],
  ['url', (text: string) => SCHEME.test(text) && URL.canParse(text)],
  ['uuid', (text: string) => UUID.test(text)],
  ['regex', isRegex],
])

/** Whether a string has a format. Unknown formats allow every string. */
export function hasFormat(format: string, text: string): boolean {
  const test = FORMATS.get(format)
  return test === undefined || (text.length <= LONGEST && test(text))
}

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}

function isDateTime(text: string): boolean {
  return /[t ]/i.test(text[10] ?? '') && isDate(text.slice(0, 10)) && TIME.test(text.slice(11))
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at <= 64 && NAME_AT.test(text.slice(0, Math.max(at, 0))) && HOSTNAME.test(text.slice(at + 1))
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => BYTE.test(part))
}

function isRegex(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'))
  } catch {
    return false
  }
}
