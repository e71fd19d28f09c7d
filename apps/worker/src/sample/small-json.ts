import type { ExampleFile } from '@millrace/worker-sdk'

export const NESTED: ExampleFile = {
  name: 'network.json',
  text: JSON.stringify({
    network: 'Rhine',
    stations: [
      { name: 'Kaub', position: { latitude: 50.085, longitude: 7.764 }, sensors: ['level', 'discharge'] },
      { name: 'Köln', position: { latitude: 50.937, longitude: 6.963 }, sensors: ['level'] },
    ],
  }),
}

/** The schema of `NESTED`. */
export const NETWORK_SCHEMA: ExampleFile = {
  name: 'network.schema.json',
  text: JSON.stringify(
    {
      type: 'object',
      properties: { network: { type: 'string' }, stations: { type: 'array', items: { $ref: '#/$defs/station' } } },
      required: ['network', 'stations'],
      $defs: {
        station: {
          type: 'object',
          properties: {
            name: { type: 'string', minLength: 1 },
            position: {
              type: 'object',
              properties: {
                latitude: { type: 'number', minimum: -90, maximum: 90 },
                longitude: { type: 'number', minimum: -180, maximum: 180 },
              },
              required: ['latitude', 'longitude'],
            },
            sensors: { type: 'array', items: { enum: ['level', 'discharge'] }, uniqueItems: true },
          },
          required: ['name', 'position'],
        },
      },
    },
    undefined,
    2,
  ),
}

/** Readings of a gauge, one per line. One level is a string, one is negative, and one line is incomplete. */
export const READINGS: ExampleFile = {
  name: 'readings.jsonl',
  text: `{"time": "2024-01-01T00:00:00Z", "level_cm": 214}
{"time": "2024-01-01T01:00:00Z", "level_cm": "n/a"}
{"time": "2024-01-01T02:00:00Z", "level_cm": -7}
{"time": "2024-01-01T03:00:00Z"
{"time": "2024-01-01T04:00:00Z", "level_cm": 219}
`,
}

/** The schema of each line of `READINGS`. */
export const READING_SCHEMA = `{
  "type": "object",
  "properties": {
    "time": { "type": "string", "format": "date-time" },
    "level_cm": { "type": "number", "minimum": 0 }
  },
  "required": ["time", "level_cm"]
}`
