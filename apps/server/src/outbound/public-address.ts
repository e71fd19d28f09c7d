import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are private, local, reserved or multicast (RFC 6890 and its updates). */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/**
 * Networks within 2000::/3 that are not public, or whose addresses embed an IPv4 address. All public IPv6 addresses are
 * within 2000::/3.
 */
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const notPublic = networks(NOT_PUBLIC_IPV4, 'ipv4')
const globalIpv6 = networks(['2000::/3'], 'ipv6')
const notPublicIpv6 = networks(NOT_PUBLIC_IPV6, 'ipv6')

/** Whether an IP address belongs to the public internet. False for strings that are not IP addresses. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  return version === 6 && globalIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6')
}

function networks(list: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const blocked = new BlockList()
  for (const network of list) {
    const [address = '', prefix] = network.split('/')
    blocked.addSubnet(address, Number(prefix), family)
  }
  return blocked
}
