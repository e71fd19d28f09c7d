import { describe, expect, it } from 'vitest'
import { clientIp, trustedProxies } from './client-ip.ts'

const none = trustedProxies([])
const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])

describe('clientIp', () => {
  it('sec/A5 is the address of the connection, regardless of headers', () => {
    expect(clientIp('203.0.113.9', '198.51.100.1', none)).toBe('203.0.113.9')
    expect(clientIp('203.0.113.9', undefined, none)).toBe('203.0.113.9')
  })

  it('sec/A5 is the last address that is not a trusted proxy', () => {
    expect(clientIp('10.1.2.3', '198.51.100.1, 203.0.113.9, 192.0.2.7', proxies)).toBe('203.0.113.9')
    expect(clientIp('fd00::1', '1.1.1.1, 2001:db8:1:2:3::4', proxies)).toBe('2001:db8:1:2::')
    expect(clientIp('10.1.2.3', undefined, proxies)).toBe('10.1.2.3')
  })

  it('sec/A5 treats ten spellings of one IPv6 network as one client', () => {
    const spellings = [
      '2001:db8::1',
      '2001:DB8::1',
      '2001:0db8::0001',
      '2001:db8:0:0:0:0:0:1',
      '2001:0db8:0000:0000:0000:0000:0000:0001',
      '2001:db8:0::1',
      '2001:db8::0:1',
      '[2001:db8::1]',
      '2001:db8::1%eth0',
      '2001:db8::ffff:1',
    ]

    expect(new Set(spellings.map((spelling) => clientIp(spelling, undefined, none)))).toEqual(
      new Set(['2001:db8:0:0::']),
    )
  })

  it('treats IPv4-mapped addresses as IPv4', () => {
    expect(clientIp('::ffff:203.0.113.9', undefined, none)).toBe('203.0.113.9')
    expect(clientIp('::FFFF:cb00:7109', undefined, none)).toBe('203.0.113.9')
    expect(clientIp('::ffff:10.1.2.3', '198.51.100.1', proxies)).toBe('198.51.100.1')
  })

  it('groups unreadable addresses together', () => {
    expect(clientIp(undefined, undefined, none)).toBe('unknown')
    expect(clientIp('10.1.2.3', 'nonsense', proxies)).toBe('unknown')
  })

  it('refuses a setting that is not an address', () => {
    expect(() => trustedProxies(['proxy.example'])).toThrow('proxy.example is not an IP address')
  })
})
