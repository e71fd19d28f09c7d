/* The texts of features/previews. */

export const figureTooLarge = 'This figure is too large to preview. Download it to view it.'
export const figure = (name: string | number) => `Figure ${name}`
export const saveFigure = 'Save figure'
export const pdf = 'PDF'
export const png = 'PNG'
export const svg = 'SVG'
export const fit = 'Fit'
export const imageNotShown = 'This image could not be displayed. Download it to view it.'
export const imageSize = 'Image size'
export const image = (name: string | number) => `Image ${name}`
export const pixels = (naturalWidth: string | number, naturalHeight: string | number) =>
  `${naturalWidth} × ${naturalHeight} pixels`
export const loading = 'Loading…'
export const thePreviewCouldNotBeLoaded = 'The preview could not be loaded'
export const cannotPlay = (kind: string | number) =>
  `Your browser can’t play this ${kind} file. Download it to open it in another program.`
export const audio = (name: string | number) => `Audio ${name}`
export const video = (name: string | number) => `Video ${name}`
export const noPreviewAvailable = 'No preview available'
export const openElsewhere = (typeWord: string | number, sizeInBytes: string | number) =>
  `${typeWord}, ${sizeInBytes}. Download it to open it in another program.`
export const page = 'Page'
export const scriptsAndExternalContentAreBlocked = 'Scripts and external content are blocked'
export const pageName = (name: string | number) => `Page ${name}`
export const loadingPreview = 'Loading preview'
export const text = 'Text'
export const tooLargeToDraw = (previewFigureBytes: string | number) =>
  `Files over ${previewFigureBytes} are not drawn. Switch to another view to see the content.`
export const view = 'View'
export const preview = 'Preview'
export const tables = 'Tables'
export const sheets = 'Sheets'
export const download = 'Download'
