import { File, ready } from 'h5wasm'

/** Creates an HDF5 file with a group, two datasets, and attributes. */
export async function hdf5File(name = 'names', title = 'Levels of the Rhine'): Promise<Buffer> {
  const { FS } = await ready
  const file = new File('/gauges.h5', 'w')
  file.create_attribute('title', title)
  file.create_dataset({ name, data: ['Köln', 'Bonn'] })
  const run = file.create_group('run')
  const levels = Float64Array.of(312.5, 298.25, 287, 301, 300.5, 299)
  const level = run.create_dataset({ name: 'level', data: levels, shape: [2, 3] })
  level.create_attribute('datum', 'Gauge zero 34.97 m')
  file.close()
  const bytes = Buffer.from(FS.readFile('/gauges.h5'))
  FS.unlink('/gauges.h5')
  return bytes
}
