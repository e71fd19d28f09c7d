import type { TagDetail } from '@millrace/contracts/jobs'

const LONGEST = 1024

/** Normalizes tags for storage: trims around the first `=`, normalizes values, removes duplicates, keeps the order. */
export function normalTags(tags: string[]): string[] {
  return [...new Set(tags.map((tag) => textOf(tagDetail(tag))).filter((tag) => tag !== ''))]
}

/** Splits tags at their first `=` into key and value, and recognizes the type of each value. */
export function tagDetails(tags: string[]): TagDetail[] {
  return tags.map(tagDetail)
}

function textOf(detail: TagDetail): string {
  return detail.Value === null ? detail.Key : `${detail.Key}=${detail.Value}`
}

function tagDetail(tag: string): TagDetail {
  const equals = tag.indexOf('=')
  if (equals < 0) return { Key: tag.trim().slice(0, LONGEST), Value: null, Type: 'KeyOnly' }
  const [Type, Value] = typed(
    tag
      .slice(equals + 1)
      .trim()
      .slice(0, LONGEST),
  )
  return { Key: tag.slice(0, equals).trim().slice(0, LONGEST), Value, Type }
}

/** Returns the type of a value, derived from its text, and the value in that type's normal form. */
export function typed(value: string): [TagDetail['Type'], string] {
  if (/^[+-]?\d+$/.test(value)) return ['Integer', value]
  if (/^[+-]?(\d+\.\d*|\.\d+)$/.test(value)) return ['Float', normalFloat(value)]
  if (/^[+-]?(\d+\.?\d*|\.\d+)e[+-]?\d+$/i.test(value)) return ['Float', value]
  if (/^(true|false)$/i.test(value)) return ['Boolean', value.toLowerCase()]
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && isDay(value)) return ['Date', value]
  if (/^-?\d{2,}:\d{2}(:\d{2}(\.\d{1,7})?)?$/.test(value)) return ['Time', normalTime(value)]
  if (
    /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value) &&
    isDay(value) &&
    !Number.isNaN(Date.parse(value))
  ) {
    return ['Timestamp', new Date(value).toISOString()]
  }
  return ['String', value]
}

/** Whether a date exists. JavaScript would parse February 30 as a day in March. */
function isDay(value: string): boolean {
  const day = value.slice(0, 10)
  const time = Date.parse(day)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

function normalFloat(value: string): string {
  const whole = value.replace(/^([+-]?)\./, '$10.')
  return whole.endsWith('.') ? `${whole}0` : whole
}

function normalTime(value: string): string {
  const [clock = '', fraction = ''] = value.split('.')
  return `${clock.split(':').length === 2 ? `${clock}:00` : clock}.${fraction.padEnd(3, '0').slice(0, 3)}`
}
