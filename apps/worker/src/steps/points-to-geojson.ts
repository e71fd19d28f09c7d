import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Engine } from '@millrace/tables/engine'
import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { defineStep, type ParameterSchema, type ParametersOf, type StepContext, StepError } from '@millrace/worker-sdk'
import { STATIONS } from '#sample/small-tables.ts'
import { columnOfKind, columnsNamed } from '#tables/choose-columns.ts'
import { COLUMN, COLUMNS } from '#tables/column-parameters.ts'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { readTable } from '#tables/read-table.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { withEngine } from '#tables/with-engine.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    longitude: {
      ...COLUMN,
      title: 'Longitude',
      description: 'In degrees (WGS 84). Leave empty for a column with a common name, such as longitude, lon or lng.',
      'x-column-kind': 'number',
    },
    latitude: {
      ...COLUMN,
      title: 'Latitude',
      description: 'In degrees. Leave empty for a column with a common name, such as latitude or lat.',
      'x-column-kind': 'number',
    },
    properties: {
      ...COLUMNS,
      title: 'Properties',
      description: 'Columns to keep with each point. Leave empty for all others.',
    },
    encoding: ENCODING_PARAMETER,
    sheet: SHEET_PARAMETER,
    sample_rows: SAMPLE_PARAMETER,
  },
} as const satisfies ParameterSchema

type Parameters = ParametersOf<typeof PARAMETERS>

const USUAL = { longitude: /^(longitude|long|lon|lng|länge|laenge|x)$/i, latitude: /^(latitude|lat|breite|y)$/i }

/** Writes the rows of a table as points of a map. */
export const pointsToGeojson = defineStep({
  functionName: 'points_to_geojson',
  version: '1.0.1',
  deterministic: true,
  title: 'Points to GeoJSON',
  shortDescription: 'Turns rows with longitude and latitude into points that map programs show.',
  longDescription: `Makes one GeoJSON point per row, with the other columns as its properties. Coordinates are degrees in WGS 84, as GPS
provides them. Rows without coordinates are left out and counted; a coordinate out of range stops the step, because
longitude and latitude may be swapped or in another system.`,
  categories: ['Geography', 'Tables'],
  tasks: ['map', 'GeoJSON', 'coordinates', 'points', 'GIS', 'longitude and latitude', 'stations on a map'],
  icon: 'map-pin',
  showFirst: ['points'],
  parameters: PARAMETERS,
  inputs: [{ name: 'table', title: 'Table', description: 'Rows with coordinates.', mediaType: TABLE_MEDIA }],
  outputs: [
    {
      name: 'points',
      title: 'Points',
      description: 'A GeoJSON feature collection.',
      mediaType: 'application/geo+json, application/json',
    },
  ],
  returns: {
    type: 'object',
    properties: {
      points: { type: 'integer', title: 'Points' },
      rowsWithout: { type: 'integer', title: 'Rows without coordinates' },
    },
  },
  examples: [
    { title: 'Stations on a map', inputs: { table: [STATIONS] } },
    { title: 'Only the names', parameters: { properties: ['station'] }, inputs: { table: [STATIONS] } },
  ],
  run: (context) => withEngine(context, (engine) => convert(engine, context)),
})

async function convert(engine: Engine, context: StepContext<Parameters>) {
  const { parameters, log } = context
  const table = await readTable(engine, context.input('table'), context)
  const longitude = await coordinate(engine, table, { name: parameters.longitude, parameter: 'longitude' })
  const latitude = await coordinate(engine, table, { name: parameters.latitude, parameter: 'latitude' })
  await refuseOutside(engine, table, { longitude, latitude })
  const named = columnsNamed(table, parameters.properties, 'properties')
  const others = table.columns.filter((column) => column !== longitude && column !== latitude)
  const [x, y] = [sqlName(longitude.name), sqlName(latitude.name)]
  const fields = (named.length > 0 ? named : others).map(({ name }) => `${sqlName(name)} := ${sqlName(name)}`)
  const properties = fields.length > 0 ? `to_json(struct_pack(${fields.join(', ')}))` : `'{}'`
  const where = `isfinite(${x}::DOUBLE) AND isfinite(${y}::DOUBLE)`
  let points = 0
  async function* features(): AsyncGenerator<string> {
    yield '{"type":"FeatureCollection","features":['
    const rows = `SELECT ${x}::DOUBLE, ${y}::DOUBLE, ${properties}::VARCHAR FROM ${table.view} WHERE ${where}`
    for await (const batch of engine.batches(rows)) {
      const texts = batch.map(
        ([lon, lat, own]) =>
          `{"type":"Feature","geometry":{"type":"Point","coordinates":[${lon},${lat}]},"properties":${own}}`,
      )
      yield `${points > 0 ? ',' : ''}\n${texts.join(',\n')}`
      points += batch.length
    }
    yield '\n]}\n'
  }
  const path = context.output('points', { suffix: '.geojson', mediaType: 'application/geo+json' })
  await pipeline(Readable.from(features()), createWriteStream(path))
  log.info(
    `Wrote ${plural(points, 'point')} of ${plural(table.rows, 'row')}; ${count(table.rows - points)} without coordinates.`,
  )
  return { points, rowsWithout: table.rows - points }
}

async function coordinate(
  engine: Engine,
  table: Table,
  { name, parameter }: { name: string | null; parameter: 'longitude' | 'latitude' },
): Promise<TableColumn> {
  const usual = table.columns.find((column) => USUAL[parameter].test(column.name.trim()))
  const wanted = name ?? usual?.name
  if (wanted) return columnOfKind(engine, table, { name: wanted, parameter, kind: 'number' })
  throw new StepError(
    `${table.name} has no column with a common name for the ${parameter}. Its columns are: ${listed(table.columns.map((column) => column.name))}. Choose one.`,
    { parameter: { name: parameter } },
  )
}

async function refuseOutside(
  engine: Engine,
  table: Table,
  { longitude, latitude }: { longitude: TableColumn; latitude: TableColumn },
): Promise<void> {
  for (const [column, most] of [
    [longitude, 180],
    [latitude, 90],
  ] as const) {
    const value = `${sqlName(column.name)}::DOUBLE`
    const [found] = await engine.rows<{ value: number }>(
      `SELECT ${value} AS value FROM ${table.view} WHERE isfinite(${value}) AND abs(${value}) > ${most} LIMIT 1`,
    )
    if (found)
      throw new StepError(
        `Column \`${column.name}\` of ${table.name} has ${found.value}, outside of -${most} to ${most} degrees. Check that longitude and latitude are not swapped and are in degrees (WGS 84).`,
        { parameter: { name: most === 180 ? 'longitude' : 'latitude' } },
      )
  }
}
