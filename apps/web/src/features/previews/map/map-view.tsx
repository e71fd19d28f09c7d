import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { fill } from '#lib/fill.ts'
import { formatCount, plural } from '#lib/format.ts'
import { usePaintedTheme } from '#lib/theme.ts'
import { NoPreview } from '../no-preview.tsx'
import { PreviewToolbar } from '../preview-toolbar.tsx'
import type { PreviewedFile } from '../previews.queries.ts'
import { type MapFeature, readGeoJson } from './geojson.ts'
import { MapCanvas } from './map-canvas.tsx'
import * as texts from './texts.ts'
import { useMapWindow } from './use-map-window.ts'

/** Shows GeoJSON as a map, drawn without tiles from other servers. */
export function MapView({ text, file, views }: { text: string; file: PreviewedFile; views?: ReactNode }) {
  const data = useMemo(() => readGeoJson(text), [text])
  const map = useMapWindow(data)
  const theme = usePaintedTheme()
  const [selected, setSelected] = useState<MapFeature>()
  if (!data) {
    return (
      <>
        <PreviewToolbar views={views} />
        <NoPreview file={file}>{texts.nothingToDraw}</NoPreview>
      </>
    )
  }
  return (
    <>
      <PreviewToolbar views={views}>
        <IconButton size="sm" label={texts.zoomOut} icon={<ZoomOut />} onClick={() => map.zoom(0.5)} />
        <IconButton size="sm" label={texts.zoomIn} icon={<ZoomIn />} onClick={() => map.zoom(2)} />
        <IconButton size="sm" label={texts.showAll} icon={<Maximize />} onClick={map.showAll} />
      </PreviewToolbar>
      <div className="relative min-h-72 flex-1 border-t border-line">
        <MapCanvas
          key={theme}
          data={data}
          map={map}
          label={fill(texts.mapOf, file.name)}
          selected={selected}
          onSelect={setSelected}
        />
        {selected ? <FeatureFacts feature={selected} onClose={() => setSelected(undefined)} /> : null}
      </div>
      <footer className="flex h-8 flex-none items-center gap-3 border-t border-line px-6 text-xs text-ink-2 phone:px-4">
        {plural(data.features.length, 'feature')}
        {data.isCut ? <span>{fill(texts.onlyTheFirstPositionsAreDrawn, formatCount(2_000_000))}</span> : null}
        <span className="ml-auto text-ink-3">{data.isGeographic ? texts.webMercator : texts.planeCoordinates}</span>
      </footer>
    </>
  )
}

const FACTS_MOST = 50

function FeatureFacts({ feature, onClose }: { feature: MapFeature; onClose: () => void }) {
  const entries = Object.entries(feature.properties)
  return (
    <section
      aria-label={texts.propertiesOfTheSelectedFeature}
      className="scroll-thin absolute top-3 right-3 max-h-[60%] w-72 overflow-auto rounded-md border border-line bg-raised p-3 text-xs shadow-sm phone:left-3 phone:w-auto"
    >
      {entries.length === 0 ? <p className="text-ink-2">{texts.noProperties}</p> : null}
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        {entries.slice(0, FACTS_MOST).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-mono wrap-anywhere">{valueText(value)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="mt-2 text-accent underline" onClick={onClose}>
        {texts.close}
      </button>
    </section>
  )
}

function valueText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 1000)
}
