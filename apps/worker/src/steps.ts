import type { Step } from '@millrace/worker-sdk'
import { aggregateTable } from './steps/aggregate-table.ts'
import { cleanTable } from './steps/clean-table.ts'
import { compareTables } from './steps/compare-tables.ts'
import { computeChecksums } from './steps/compute-checksums.ts'
import { computeColumns } from './steps/compute-columns.ts'
import { concatenateTables } from './steps/concatenate-tables.ts'
import { convertImages } from './steps/convert-images.ts'
import { convertTable } from './steps/convert-table.ts'
import { correlateColumns } from './steps/correlate-columns.ts'
import { cropImages } from './steps/crop-images.ts'
import { deduplicateRows } from './steps/deduplicate-rows.ts'
import { exportFigure } from './steps/export-figure.ts'
import { extractArchive } from './steps/extract-archive.ts'
import { filterRows } from './steps/filter-rows.ts'
import { fitCurve } from './steps/fit-curve.ts'
import { flattenJson } from './steps/flatten-json.ts'
import { joinTables } from './steps/join-tables.ts'
import { montageImages } from './steps/montage-images.ts'
import { packArchive } from './steps/pack-archive.ts'
import { pivotTable } from './steps/pivot-table.ts'
import { plotTable } from './steps/plot-table.ts'
import { pointsToGeojson } from './steps/points-to-geojson.ts'
import { profileTable } from './steps/profile-table.ts'
import { queryTable } from './steps/query-table.ts'
import { resampleSeries } from './steps/resample-series.ts'
import { reshapeTable } from './steps/reshape-table.ts'
import { resizeImages } from './steps/resize-images.ts'
import { selectJson } from './steps/select-json.ts'
import { splitByColumn } from './steps/split-by-column.ts'
import { tableStatistics } from './steps/table-statistics.ts'
import { validateJson } from './steps/validate-json.ts'
import { validateTable } from './steps/validate-table.ts'

export const TABLE_STEPS: readonly Step[] = [
  profileTable,
  cleanTable,
  filterRows,
  computeColumns,
  joinTables,
  concatenateTables,
  compareTables,
  deduplicateRows,
  pivotTable,
  reshapeTable,
  splitByColumn,
  tableStatistics,
  validateTable,
  resampleSeries,
  aggregateTable,
  correlateColumns,
  fitCurve,
  queryTable,
  plotTable,
  convertTable,
  pointsToGeojson,
]

export const BUILT_IN_STEPS: readonly Step[] = [
  ...TABLE_STEPS,
  exportFigure,
  resizeImages,
  convertImages,
  cropImages,
  montageImages,
  selectJson,
  flattenJson,
  validateJson,
  packArchive,
  extractArchive,
  computeChecksums,
]
