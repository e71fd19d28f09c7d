import { describe, expect, it } from 'vitest'
import { hdf5File, NETCDF_4, UNUSUAL_TYPES_HDF5, VIRTUAL_HDF5 } from '#testing/hdf5-files.ts'
import { CLASSIC_NETCDF } from '#testing/netcdf-files.ts'
import { testPreviews } from '#testing/previews.ts'

const { csv: file, previews } = testPreviews()
const content = await hdf5File((file) => {
  file.create_attribute('title', 'Gauges at Köln')
  const run = file.create_group('run')
  const levels = Float64Array.from({ length: 600 }, (_, at) => at / 8)
  const level = run.create_dataset({ name: 'level', data: levels, shape: [200, 3], chunks: [50, 3], compression: 4 })
  level.create_attribute('units', 'cm')
  run.create_dataset({ name: 'cube', data: new Int16Array(24).map((_, at) => at), shape: [2, 3, 4] })
  file.create_dataset({ name: 'names', data: ['Köln', 'Bonn'] })
  file.create_dataset({ name: 'counts', data: new BigInt64Array([9_007_199_254_740_993n]) })
  file.create_dataset({ name: 'scalar', data: 3.5 })
  run.create_soft_link('/nowhere', 'broken')
})
const stored = file('gauges.h5', content)
const node = (path: string) => previews.node('ada', stored, path)

describe('the preview of an HDF5 file', () => {
  it('lists groups and datasets with types and shapes', async () => {
    const { Nodes, Notes } = await previews.hierarchy('ada', stored)

    expect(Notes).toEqual([])
    expect(Nodes.map(({ Path, Kind, Type, Shape }) => [Path, Kind, Type, Shape])).toEqual([
      ['/counts', 'dataset', 'int64', [1]],
      ['/names', 'dataset', 'string', [2]],
      ['/run', 'group', null, null],
      ['/run/broken', 'link', null, null],
      ['/run/cube', 'dataset', 'int16', [2, 3, 4]],
      ['/run/level', 'dataset', 'float64', [200, 3]],
      ['/scalar', 'dataset', 'float64', []],
    ])
  })

  it('shows attributes and the first values of compressed data', async () => {
    const { Attributes, Columns, Rows, Notes } = await node('/run/level')

    expect(Attributes).toEqual([{ Name: 'units', Value: 'cm' }])
    expect(Columns).toEqual(['0', '1', '2'])
    expect([Rows.length, Rows[1]]).toEqual([100, ['0.375', '0.5', '0.625']])
    expect(Notes).toEqual(['The first 100 of 200 rows are shown.'])
  })

  it('shows texts, single values and large integers exactly', async () => {
    expect((await node('/names')).Rows).toEqual([['Köln'], ['Bonn']])
    expect((await node('/scalar')).Rows).toEqual([['3.5']])
    expect((await node('/counts')).Rows).toEqual([['9007199254740993']])
    expect((await node('/')).Attributes).toEqual([{ Name: 'title', Value: 'Gauges at Köln' }])
  })

  it('shows values of virtual data only if they are in the file itself', async () => {
    const virtual = file('virtual.h5', VIRTUAL_HDF5)

    expect((await previews.node('ada', virtual, '/here')).Rows).toEqual([['1'], ['2'], ['3'], ['4']])
    expect(await previews.node('ada', virtual, '/there')).toMatchObject({
      Rows: [],
      Notes: ['The values are in other files.'],
    })
  })

  it('shows opaque values as bytes, and fields by their types', async () => {
    const odd = file('odd.h5', UNUSUAL_TYPES_HDF5)
    const read = (path: string) => previews.node('ada', odd, path)

    expect((await read('/opaque')).Rows).toEqual([['010203'], ['ff0010']])
    expect((await read('/fields')).Rows).toEqual([['0.1', 'GREEN', '[0.2, 0.3]']])
    expect((await read('/')).Attributes).toEqual([{ Name: 'factor', Value: '0.1' }])
    expect(await read('/orders')).toMatchObject({
      Rows: [],
      Notes: [
        'The values can’t be read, because their fields have different byte orders. Save them with one byte order.',
      ],
    })
  })

  it('shows the first plane of data with three dimensions', async () => {
    const { Rows, Notes } = await node('/run/cube')

    expect(Rows).toEqual([
      ['0', '1', '2', '3'],
      ['4', '5', '6', '7'],
      ['8', '9', '10', '11'],
    ])
    expect(Notes).toEqual(['These are the values at index [0] of the leading dimensions.'])
  })

  it('sec/J7 neither follows links to other files nor loops endlessly', async () => {
    const hostile = await hdf5File((file) => {
      const group = file.create_group('group')
      group.create_hard_link('/group', 'itself')
      file.create_external_link('/etc/passwd', '/', 'passwords')
      file.create_external_link(stored.path, '/names', 'neighbor')
      file.create_soft_link('/neighbor', 'through')
    })
    const data = file('hostile.h5', hostile)

    const { Nodes, Notes } = await previews.hierarchy('ada', data)
    expect(Nodes.map(({ Path, Kind }) => [Path, Kind])).toEqual([
      ['/group', 'group'],
      ['/group/itself', 'link'],
      ['/neighbor', 'link'],
      ['/passwords', 'link'],
      ['/through', 'link'],
    ])
    expect(Notes).toEqual([])
    for (const path of ['/passwords', '/neighbor', '/through']) {
      await expect(previews.node('ada', data, path)).rejects.toMatchObject({ code: 'preview-failed' })
    }
  })

  it.each([
    ['cut.h5', content.subarray(0, 900)],
    ['noise.h5', Buffer.from('\x89HDF\r\n\x1a\nnoise', 'latin1')],
    ['empty.h5', Buffer.alloc(0)],
  ])('says that %s is damaged, and shows other files afterwards', async (name, bytes) => {
    await expect(previews.hierarchy('ada', file(name, bytes))).rejects.toMatchObject({
      code: 'preview-failed',
      message: `${name} can’t be read as an HDF5 file. It may be damaged or incomplete. Upload it again.`,
    })
    expect((await node('/scalar')).Rows).toEqual([['3.5']])
  })

  it('says that a dataset does not exist', async () => {
    await expect(node('/nothing')).rejects.toThrow('gauges.h5 has no group or dataset “/nothing” that can be read.')
  })
})

describe('the preview of a NetCDF 4 file', () => {
  const stored4 = file('gauges4.nc', NETCDF_4)
  const read = (path: string) => previews.node('ada', stored4, path)

  it('distinguishes dimensions from variables', async () => {
    const { Nodes } = await previews.hierarchy('ada', stored4)

    expect(Object.fromEntries(Nodes.map(({ Name, Kind, Type }) => [Name, [Kind, Type]]))).toEqual({
      time: ['dataset', 'float64'],
      station: ['other', 'dimension'],
      letters: ['other', 'dimension'],
      level: ['dataset', 'float32'],
      name: ['dataset', 'string'],
      flag: ['dataset', 'string'],
    })
  })

  it('shows the dimensions of a variable and its values for missing data', async () => {
    expect(await read('/level')).toEqual({
      Path: '/level',
      Attributes: [{ Name: '_FillValue', Value: '-999' }],
      Columns: ['0', '1'],
      Rows: [['1.5', '2']],
      Notes: ['Dimensions: time, station.', 'Missing values are stored as -999.'],
    })
    expect((await read('/time')).Notes).toEqual(['Dimensions: time.'])
  })

  it('joins characters into strings', async () => {
    expect((await read('/name')).Rows).toEqual([['Straße'], ['Bonn']])
    expect((await read('/flag')).Rows).toEqual([['g']])
  })
})

describe('the preview of a classic NetCDF file', () => {
  const classic = file('gauges.nc', CLASSIC_NETCDF)
  const variable = (path: string) => previews.node('ada', classic, path)

  it('lists variables with types and shapes', async () => {
    const { Nodes } = await previews.hierarchy('ada', classic)

    expect(Object.fromEntries(Nodes.map(({ Path, Type, Shape }) => [Path, [Type, Shape]]))).toEqual({
      '/time': ['float64', [4]],
      '/level': ['float32', [4, 3]],
      '/flag': ['int8', [4]],
      '/name': ['char', [3, 8]],
    })
  })

  it('shows attributes and values, including those of variables whose records are interleaved', async () => {
    expect((await variable('/')).Attributes).toEqual([{ Name: 'title', Value: 'Gauges at Köln' }])
    expect(await variable('/time')).toMatchObject({
      Attributes: [
        { Name: 'units', Value: 'days since 2024-01-01' },
        { Name: 'scale', Value: '[1.5, 2.5]' },
      ],
      Rows: [['0'], ['0.5'], ['1'], ['1.5']],
      Notes: ['Dimensions: time.'],
    })
    expect((await variable('/level')).Rows[3]).toEqual(['0.9', '1', '1.1'])
    expect((await variable('/flag')).Rows).toEqual([['1'], ['-1'], ['0'], ['5']])
    expect((await variable('/name')).Rows).toEqual([['Köln'], ['Bonn'], ['Mainz']])
  })

  it('says what is missing or damaged', async () => {
    const lying = Buffer.from(CLASSIC_NETCDF)
    lying.fill(0xff, 12, 16)

    for (const bytes of [CLASSIC_NETCDF.subarray(0, 200), lying, CLASSIC_NETCDF.subarray(0, 6)]) {
      await expect(previews.hierarchy('ada', file('damaged.nc', bytes))).rejects.toThrow(
        'damaged.nc can’t be read as a NetCDF file. It may be damaged or incomplete. Upload it again.',
      )
    }
    const short = file('short.nc', CLASSIC_NETCDF.subarray(0, CLASSIC_NETCDF.length - 40))
    expect((await previews.node('ada', short, '/level')).Notes).toEqual([
      'Dimensions: time, station.',
      'The values can’t be read.',
    ])
    await expect(variable('/nothing')).rejects.toThrow('gauges.nc has no variable “/nothing” that can be read.')
  })
})
