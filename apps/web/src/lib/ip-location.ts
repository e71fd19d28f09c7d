const SERVER = /^((::ffff:)?127\.|::1$)/
const LOCAL = /^(::ffff:)?(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)|^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/i

/** Describes an IP address without asking other servers: `Local network, 192.168.0.7`. */
export function ipLocation(ipAddress: string): string {
  if (SERVER.test(ipAddress)) return `This server, ${ipAddress}`
  return `${LOCAL.test(ipAddress) ? 'Local network' : 'Internet'}, ${ipAddress}`
}
