import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'
import { type ReceivedMail, readMail } from './mail.ts'

/** A mail server that stores the emails it receives. */
export interface TestSmtp {
  url: string
  received: (ReceivedMail & { to: string; source: string })[]
  /** While true, the server refuses emails, as an overloaded server does. */
  refusing: boolean
}

/** Starts a real SMTP server on a free port, for one test file. */
export async function testSmtp(): Promise<TestSmtp> {
  const smtp: TestSmtp = { url: '', received: [], refusing: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (smtp.refusing) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        const source = Buffer.concat(chunks).toString()
        smtp.received.push({ ...readMail(source), source })
        done()
      })
    },
  })
  const { port } = await new Promise<{ port: number }>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(listening.address() as { port: number }))
  })
  smtp.url = `smtp://127.0.0.1:${port}`
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return smtp
}
