import { expect, it } from 'vitest'
import { ipLocation } from './ip-location.ts'

it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('%s is the computer that runs the server', (address) => {
  expect(ipLocation(address)).toBe(`This server, ${address}`)
})

it.each(['10.0.0.7', '172.16.0.1', '172.31.255.1', '192.168.1.20', '::ffff:192.168.1.20', 'fd12:3456::1', 'fe80::1'])(
  '%s is on a local network',
  (address) => {
    expect(ipLocation(address)).toBe(`Local network, ${address}`)
  },
)

it.each(['203.0.113.9', '172.32.0.1', '100.1.1.1', '1.127.0.1', '2001:db8::1', '::ffff:203.0.113.9'])(
  '%s is on the internet',
  (address) => {
    expect(ipLocation(address)).toBe(`Internet, ${address}`)
  },
)
