import { File, ready } from 'h5wasm'

/** Builds an HDF5 file. */
export async function hdf5File(fill: (file: File) => void): Promise<Buffer> {
  const { FS } = await ready
  const file = new File('/made.h5', 'w')
  fill(file)
  file.close()
  const bytes = Buffer.from(FS.readFile('/made.h5'))
  FS.unlink('/made.h5')
  return bytes
}
