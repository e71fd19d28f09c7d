import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { TableFault } from '@millrace/tables/table-fault'
import { File, ready } from 'h5wasm'

/** The part of the library's virtual file system that is used. The library's own types do not describe nodes. */
interface VirtualFiles {
  createFile(folder: string, name: string, properties: object, canRead: boolean, canWrite: boolean): VirtualNode
  unlink(path: string): void
}

interface VirtualNode {
  stream_ops: object
  node_ops: { getattr(node: VirtualNode): object }
}

interface VirtualStream {
  position: number
}

const FROM_POSITION = 1
const FROM_END = 2
const BLOCK_BYTES = 4096

let opened = 0

/**
 * Runs a callback with an open HDF5 file, which is read on demand. The library runs in WebAssembly and sees only this
 * file, so an HDF5 file cannot refer to other files on the server.
 */
export async function withHdf5<T>({ path, name }: { path: string; name: string }, work: (file: File) => T): Promise<T> {
  const library = await ready
  library.activate_throwing_error_handler()
  const files = library.FS as unknown as VirtualFiles
  const handle = openSync(path, 'r')
  opened += 1
  const place = `file-${opened}`
  try {
    mount(files, place, handle)
    const file = new File(`/${place}`, 'r')
    try {
      return work(file)
    } finally {
      file.close()
      files.unlink(`/${place}`)
    }
  } catch (error) {
    throw error instanceof TableFault ? error : damaged(name, error)
  } finally {
    closeSync(handle)
  }
}

function mount(files: VirtualFiles, place: string, handle: number): void {
  const { size } = fstatSync(handle)
  const node = files.createFile('/', place, {}, true, false)
  const { getattr } = node.node_ops
  node.node_ops = {
    ...node.node_ops,
    getattr: (one) => ({ ...getattr(one), size, blocks: Math.ceil(size / BLOCK_BYTES) }),
  }
  node.stream_ops = {
    ...node.stream_ops,
    read: (_stream: VirtualStream, into: Int8Array, offset: number, length: number, position: number) =>
      readSync(handle, into, offset, Math.min(length, Math.max(0, size - position)), position),
    llseek: ({ position }: VirtualStream, offset: number, from: number) => {
      if (from === FROM_POSITION) return position + offset
      return from === FROM_END ? size + offset : offset
    },
  }
}

function damaged(name: string, cause: unknown): TableFault {
  return Object.assign(
    new TableFault(`${name} can’t be read as an HDF5 file. It may be damaged or incomplete. Upload it again.`),
    {
      cause,
    },
  )
}
