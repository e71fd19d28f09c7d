import { BlockList, isIP } from 'node:net'

/** Parses the addresses of trusted proxies, which may be ranges such as 10.0.0.0/8. */
export function trustedProxies(entries: string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [network = '', prefix] = entry.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(network) === 0) throw new Error(`TRUSTED_PROXIES: ${entry} is not an IP address or range.`)
    if (prefix === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(prefix), family)
  }
  return list
}

/**
 * Returns the client's IP address in canonical form. This is the peer's address or, if the peer is a trusted proxy, the
 * last address in X-Forwarded-For that doesn't belong to a trusted proxy. If all addresses belong to trusted proxies,
 * it is the first one. An IPv6 address is reduced to its /64 network, which usually belongs to one client. An
 * unreadable address becomes `unknown`.
 */
export function clientIp(peer: string | undefined, forwardedFor: string | undefined, trusted: BlockList): string {
  const hops = [...(forwardedFor ?? '').split(',').map((hop) => hop.trim()), peer ?? ''].filter(Boolean)
  for (const hop of hops.reverse()) {
    const plain = unmapped(hop)
    if (isIP(plain) === 0) return 'unknown'
    if (!trusted.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')) return canonical(plain)
  }
  return hops.length > 0 ? canonical(unmapped(hops.at(-1) ?? '')) : 'unknown'
}

/** Converts an IPv4-mapped IPv6 address (::ffff:192.0.2.1, in any spelling) to IPv4, because the client is the same. */
function unmapped(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (isIP(bare) !== 6) return bare
  const groups = groupsOf(bare)
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return bare
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

function canonical(address: string): string {
  if (isIP(address) !== 6) return address
  return `${groupsOf(address)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::`
}

/** Splits an IPv6 address into its eight groups. The URL parser normalizes every spelling to the shortest. */
function groupsOf(address: string): number[] {
  const shortest = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [left = '', right] = shortest.split('::')
  const head = left.split(':').filter(Boolean)
  const tail = (right ?? '').split(':').filter(Boolean)
  const zeros = right === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}
