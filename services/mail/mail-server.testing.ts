/** For tests: a publisher's mail server. */
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Received = { raw: string; mail: Email; recipients: string[]; sender: string }

/** Accepts every mail, or answers as `answer` says. */
export async function openMailServer() {
  const received: Received[] = []
  let answer: ((recipient: string) => { code: number; text: string } | null) | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(address, _session, done) {
      const refusal = answer?.(address.address) ?? null
      done(refusal === null ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        void PostalMime.parse(raw).then((mail) => {
          const { mailFrom, rcptTo } = session.envelope
          received.push({
            raw: raw.toString('utf8'),
            mail,
            recipients: rcptTo.map(({ address }) => address),
            sender: mailFrom === false ? '' : mailFrom.address,
          })
          done()
        })
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = (server.server.address() as { port: number }).port
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (decide: typeof answer) => (answer = decide),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
