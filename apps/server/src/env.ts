import path from 'node:path'
import { z } from 'zod'

const flag = z.stringbool().default(false)
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const origin = z
  .url({ protocol: /^https?$/, error: 'Expected origins such as https://ui.example.com, separated by commas' })
  .transform((url) => new URL(url).origin)
const fetchSource = z
  .string()
  .regex(/^(\*|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+|https?:\/\/[^/\s]+)$/i, {
    error: 'Expected hosts such as zenodo.org or *.example.org, or origins such as http://nas.lab:8080',
  })
  .toLowerCase()
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )

const OIDC = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const LISTMONK = ['LISTMONK_URL', 'LISTMONK_USER', 'LISTMONK_TOKEN', 'LISTMONK_LIST'] as const

const Values = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  PUBLIC_URL: address.optional(),
  DATABASE_URL: z.string().min(1),
  /** Seconds for which the server waits at startup if the database is unreachable. */
  DATABASE_WAIT: z.coerce.number().min(0).max(3600).default(60),
  MILLRACE_DATA: z
    .string()
    .default('./data')
    .transform((folder) => path.resolve(folder)),
  /** Free disk space, in MB, that is never used for files. The default depends on the size of the disk. */
  STORAGE_RESERVE_MB: z.coerce.number().min(0).optional(),
  MILLRACE_SECRET: z.string().min(32).optional(),
  MILLRACE_WEB: z.string().optional(),
  MILLRACE_VERSION: z.string().default('0.1.0'),
  SIGN_UP: z.enum(['open', 'invite', 'closed']).optional(),
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(8).max(64).default(12),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Millrace <millrace@localhost>'),
  /** A listmonk server, one of its API users with the user's token, and the ID of the newsletter's list. */
  LISTMONK_URL: address.optional(),
  LISTMONK_USER: z.string().optional(),
  LISTMONK_TOKEN: z.string().optional(),
  LISTMONK_LIST: z.coerce.number().int().positive().optional(),
  ADMIN_REQUIRE_2FA: flag,
  OIDC_ISSUER: address.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** The provider’s name, shown on the sign-in button. */
  OIDC_NAME: z.string().max(50).default('single sign-on'),
  /** Disables passwords and passkeys. */
  OIDC_ONLY: flag,
  INSECURE_HTTP: flag,
  TRUSTED_PROXIES: list,
  /** Host names, besides localhost, under which clients may reach the server while PUBLIC_URL is unset. */
  ALLOWED_HOSTS: list,
  /** Origins of other web apps that may call the jobs service from a browser, such as https://ui.example.com. */
  CORS_ORIGINS: list.pipe(z.array(origin)),
  /**
   * The server restarts when it uses more memory than this. The launcher derives the value from the machine's memory.
   */
  SERVER_MEMORY_MB: z.coerce.number().positive().optional(),
  /** How long the activity log keeps entries. 0 keeps them forever. */
  ACTIVITY_RETENTION_DAYS: z.coerce.number().int().min(0).max(36_500).default(0),
  /**
   * Hosts and origins from which files may be fetched by URL. Hosts, such as zenodo.org, *.example.org, or * for any
   * host, must be public. Origins, such as http://nas.lab:8080, may be internal.
   */
  FETCH_FROM: list.pipe(z.array(fetchSource)),
  FAILPOINTS: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
})

const Settings = Values.refine((env) => areTogether(env, LISTMONK), {
  path: ['LISTMONK_URL'],
  error: `Set ${LISTMONK.join(', ')} together`,
})
  .refine((env) => areTogether(env, OIDC), { path: ['OIDC_ISSUER'], error: `Set ${OIDC.join(', ')} together` })
  .refine((env) => !env.OIDC_ONLY || env.OIDC_ISSUER, { path: ['OIDC_ONLY'], error: 'Set OIDC_ISSUER too' })

/** The server's settings. Only `main.ts` reads process.env. */
export type Env = z.infer<typeof Settings>

function areTogether(env: z.infer<typeof Values>, names: readonly (keyof z.infer<typeof Values>)[]): boolean {
  return new Set(names.map((name) => env[name] === undefined)).size === 1
}

/** Reads the settings. Throws one error that lists all invalid settings. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const read = Settings.safeParse(present)
  if (read.success) return read.data
  const faults = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Some settings are not valid. ${faults.join('; ')}`)
}
