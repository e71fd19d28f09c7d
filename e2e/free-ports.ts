import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Returns ports of this computer that are currently free. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listening))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => server.close() && once(server, 'close')))
  return ports
}

async function listening() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
