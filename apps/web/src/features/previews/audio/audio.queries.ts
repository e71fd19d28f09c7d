import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { peaksOf } from './peaks.ts'

/** Number of bars of a waveform, which is stretched to the width of the player. */
const BARS = 160

/** Audio is resampled to this rate when it is decoded, which is enough to draw the waveform. */
const SAMPLE_RATE = 22_050

/**
 * Decodes a recording to its waveform, number of channels and length in seconds. A stored file never changes, so the
 * result doesn't become stale.
 */
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
