import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { peaksOf } from './peaks.ts'

/** More bars than this would be thinner than the gaps between them. */
const BARS = 160

/** Decoding resamples to this; it is enough for the picture of a wave. */
const SAMPLE_RATE = 22_050

/** The wave of a recording, which the browser decodes. A stored file never changes. */
export function waveQuery(href: string | undefined) {
  return queryOptions({
    queryKey: ['previews', 'wave', href],
    queryFn: async ({ signal }) => {
      const reply = await call(href ?? '', { signal })
      const decoded = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(await reply.arrayBuffer())
      const { duration: seconds, numberOfChannels: channels } = decoded
      return { peaks: peaksOf(decoded.getChannelData(0), BARS), channels, seconds }
    },
    enabled: href !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
