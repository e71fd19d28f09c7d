/* The texts of features/previews/map. */

export { zoomIn, zoomOut } from '../texts.ts'

export const mapKeys = '{label}. Use the arrow keys to move it, and plus and minus to zoom.'
export const nothingToDraw = 'This file contains no points, lines or areas. Switch to Tree to see its content.'
export const showAll = 'Show all'
export const mapOf = 'Map of {name}'
export const onlyTheFirstPositionsAreDrawn = 'Only the first {count} positions are drawn'
export const webMercator = 'Web Mercator'
export const planeCoordinates = 'Plane coordinates'
export const propertiesOfTheSelectedFeature = 'Properties of the selected feature'
export const noProperties = 'No properties'
export const close = 'Close'
