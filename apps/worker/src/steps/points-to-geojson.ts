import type { Engine } from '@millrace/tables/engine'
import { hasZone } from '@millrace/tables/parquet-columns'
import { count, listed, plural } from '@millrace/tables/sentences'
import { sqlName, sqlText } from '@millrace/tables/sql'
import type { Table, TableColumn } from '@millrace/tables/table'
import { defineStep, type ParameterSchema, type ParametersOf, type StepContext, StepError } from '@millrace/worker-sdk'
import { STATIONS } from '#sample/small-tables.ts'
import { type Hemispheres, withDegrees } from '#tables/angles.ts'
import { columnNamed, columnOfKind, columnsNamed } from '#tables/choose-columns.ts'
import { COLUMN, COLUMNS } from '#tables/column-parameters.ts'
import { ENCODING_PARAMETER } from '#tables/encoding-parameter.ts'
import { jsonValueSql } from '#tables/json-value.ts'
import { readTable } from '#tables/read-table.ts'
import { SAMPLE_PARAMETER } from '#tables/sampled-file.ts'
import { SHEET_PARAMETER } from '#tables/sheet-parameter.ts'
import { TABLE_MEDIA } from '#tables/table-media.ts'
import { textSql } from '#tables/value-text.ts'
import { withEngine } from '#tables/with-engine.ts'

const PARAMETERS = {
  type: 'object',
  properties: {
    longitude: {
      ...COLUMN,
      title: 'Longitude',
      description:
        'In degrees (WGS 84), such as 6.958 or 6°57\'30"E. Leave empty to use a column with a common name, such as longitude, lon or lng.',
    },
    latitude: {
      ...COLUMN,
      title: 'Latitude',
      description:
        'In degrees, such as 50.94 or 50°56\'33"N. Leave empty to use a column with a common name, such as latitude or lat.',
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

const HEMISPHERES = { longitude: 'EW', latitude: 'NS' } as const satisfies Record<string, Hemispheres>

export const pointsToGeojson = defineStep({
  functionName: 'points_to_geojson',
  version: '1.2.7',
  deterministic: true,
  title: 'Points to GeoJSON',
  shortDescription: 'Turns rows with longitude and latitude into points that map programs show.',
  longDescription: `Makes one GeoJSON point per row, with the other columns as its properties. Coordinates are degrees in WGS 84, as GPS
provides them, optionally with minutes and seconds, such as 50°56'33"N or 50 56.55 N; longitudes from 0 to 360 are
converted to -180 to 180. Rows without coordinates are left out and counted; a coordinate out of range stops the step,
because longitude and latitude may be swapped or in another system.`,
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

/** Options that join rows into a feature collection. Each row is JSON on one line. */
const COLLECTION = `FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER e'\\n', NEW_LINE e',\\n', PREFIX e'{"type":"FeatureCollection","features":[\\n', SUFFIX e'\\n]}\\n'`

async function convert(engine: Engine, context: StepContext<Parameters>) {
  const { parameters, log } = context
  const read = await readTable(engine, context.input('table'), context)
  const east = await coordinate(engine, read, { name: parameters.longitude, parameter: 'longitude' })
  const north = await coordinate(engine, east.table, { name: parameters.latitude, parameter: 'latitude' })
  const { table, column: latitude } = north
  const longitude = columnNamed(table, { name: east.column.name, parameter: 'longitude' })
  const isWrapped = await goesAround(engine, table, longitude)
  if (isWrapped) log.warn(`\`${longitude.name}\` has longitudes from 0 to 360. Those above 180 were reduced by 360.`)
  await refuseOutside(engine, table, { longitude, latitude, most: isWrapped ? 360 : 180 })
  const named = columnsNamed(table, parameters.properties, 'properties')
  const others = table.columns.filter((column) => column !== longitude && column !== latitude)
  const [x, y] = [sqlName(longitude.name), sqlName(latitude.name)]
  const fields = (named.length > 0 ? named : others).map(
    (column) => `${sqlName(column.name)} := ${hasZone(column) ? textSql(column) : jsonValueSql(column)}`,
  )
  const properties = fields.length > 0 ? `struct_pack(${fields.join(', ')})` : `'{}'::JSON`
  const point = `struct_pack(type := 'Point', coordinates := [${isWrapped ? wrappedSql(longitude) : degreesSql(longitude)}, ${degreesSql(latitude)}])`
  const feature = `to_json(struct_pack(type := 'Feature', geometry := ${point}, properties := ${properties}))`
  const path = context.output('points', { suffix: '.geojson', mediaType: 'application/geo+json' })
  const { Count: points } = await engine.row<{ Count: number }>(
    `COPY (SELECT ${feature} FROM ${table.view} WHERE isfinite(${x}::DOUBLE) AND isfinite(${y}::DOUBLE)) TO ${sqlText(path)} (${COLLECTION})`,
  )
  log[isPlane(longitude) || isPlane(latitude) ? 'warn' : 'info'](
    `Longitude is \`${longitude.name}\`, latitude is \`${latitude.name}\`, both in degrees (WGS 84).`,
  )
  log.info(
    `Wrote ${plural(points, 'point')} of ${plural(table.rows, 'row')}; ${count(table.rows - points)} without coordinates.`,
  )
  return { points, rowsWithout: table.rows - points }
}

/**
 * Returns SQL for degrees in double precision. A single-precision value is converted through text, because converting
 * 8.1 directly would yield 8.100000381469727.
 */
function degreesSql({ name, type }: TableColumn): string {
  return type === 'FLOAT' ? `${sqlName(name)}::VARCHAR::DOUBLE` : `${sqlName(name)}::DOUBLE`
}

/** Whether the longitudes range from 0 to 360, as in climate models. */
async function goesAround(engine: Engine, table: Table, { name }: TableColumn): Promise<boolean> {
  const value = `${sqlName(name)}::DOUBLE`
  const { least, most } = await engine.row<{ least: number | null; most: number | null }>(
    `SELECT min(${value}) AS least, max(${value}) AS most FROM ${table.view} WHERE isfinite(${value})`,
  )
  return least !== null && most !== null && least >= 0 && most > 180 && most <= 360
}

/**
 * Returns SQL for a longitude between -180 and 180. The result is rounded, because 359.9 - 360 would be
 * -0.10000000000002274.
 */
function wrappedSql(column: TableColumn): string {
  const degrees = degreesSql(column)
  return `CASE WHEN ${degrees} > 180 THEN round(${degrees} - 360, 10) ELSE ${degrees} END`
}

/** Whether a column is named x or y. Its values may be meters or pixels instead of degrees. */
function isPlane({ name }: TableColumn): boolean {
  return /^[xy]$/i.test(name.trim())
}

async function coordinate(
  engine: Engine,
  table: Table,
  { name, parameter }: { name: string | null; parameter: 'longitude' | 'latitude' },
): Promise<{ table: Table; column: TableColumn }> {
  const usual = table.columns.find((column) => USUAL[parameter].test(column.name.trim()))
  const wanted = name ?? usual?.name
  if (wanted) {
    const column = columnNamed(table, { name: wanted, parameter })
    const angles = await withDegrees(engine, table, { column, letters: HEMISPHERES[parameter] })
    return angles ?? { table, column: await columnOfKind(engine, table, { name: wanted, parameter, kind: 'number' }) }
  }
  throw new StepError(
    `${table.name} has no column with a common name for the ${parameter}. Its columns are: ${listed(table.columns.map((column) => column.name))}. Choose one.`,
    { parameter: { name: parameter } },
  )
}

async function refuseOutside(
  engine: Engine,
  table: Table,
  { longitude, latitude, most: mostLongitude }: { longitude: TableColumn; latitude: TableColumn; most: number },
): Promise<void> {
  const outside = ({ name }: TableColumn, most: number) => {
    const value = `${sqlName(name)}::DOUBLE`
    return `any_value(${value}) FILTER (WHERE isfinite(${value}) AND abs(${value}) > ${most})`
  }
  const found = await engine.row<{ lon: number | null; lat: number | null }>(
    `SELECT ${outside(longitude, mostLongitude)} AS lon, ${outside(latitude, 90)} AS lat FROM ${table.view}`,
  )
  for (const [{ name }, value, most, parameter] of [
    [longitude, found.lon, 180, 'longitude'],
    [latitude, found.lat, 90, 'latitude'],
  ] as const) {
    if (value === null) continue
    throw new StepError(
      `Column \`${name}\` of ${table.name} has ${value}, outside of -${most} to ${most} degrees. Check that longitude and latitude are not swapped and are in degrees (WGS 84).`,
      { parameter: { name: parameter } },
    )
  }
}
