import { describe, expect, it } from 'vitest'
import { deviceOf } from './device.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'

describe('the device of a user agent', () => {
  it.each([
    [CHROME, 'Chrome on Windows', 'computer'],
    [`${CHROME} Edg/131.0.0.0`, 'Edge on Windows', 'computer'],
    [SAFARI, 'Safari on macOS', 'computer'],
    [PHONE, 'Chrome on iPhone', 'phone'],
    [ANDROID, 'Firefox on Android', 'phone'],
    ['curl/8.11.0', 'API client (curl)', 'program'],
    ['', 'Unknown device', 'program'],
    [null, 'Unknown device', 'program'],
  ])('of %s is %s', (agent, name, kind) => {
    expect(deviceOf(agent)).toEqual({ name, kind })
  })
})
