/** Test double of Stripe: an HTTP server that stores sessions, intents and refunds by idempotency key, as Stripe does. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = { method: string; path: string; key: string; form: URLSearchParams }

export class StripeDouble {
  asked: Asked[] = []
  answers = new Map<string, object>()
  sessions = new Map<string, Record<string, unknown>>()
  refunds: {
    id: string
    payment_intent: string
    amount: number
    currency: string
    status: string
    metadata: { refund: string; mandator: string }
  }[] = []
  /** Status of a new refund. */
  refundStatus: 'succeeded' | 'pending' | 'failed' = 'succeeded'
  /** Break every connection without an answer. */
  isDown = false
  /** The next answer; `lost` does the work and then breaks the connection. */
  next: 'answer' | 'lost' | 'declined' | 'wants-reader' = 'answer'
  server: Server = createServer(
    (incoming, response) =>
      void this.answer(incoming).then((answer) =>
        answer === null
          ? response.destroy()
          : response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body)),
      ),
  )

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async answer(incoming: IncomingMessage): Promise<{ status: number; body: object } | null> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const { pathname: path, searchParams } = new URL(incoming.url ?? '', 'http://stripe.local')
    const method = incoming.method ?? 'GET'
    const key = String(incoming.headers['idempotency-key'] ?? '')
    this.asked.push({ method, path, key, form })
    if (this.isDown) return null
    const mode = this.next
    this.next = 'answer'
    if (mode === 'declined')
      return {
        status: 402,
        body: {
          error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'no' },
        },
      }
    if (mode === 'wants-reader')
      return {
        status: 402,
        body: {
          error: {
            type: 'card_error',
            code: 'authentication_required',
            decline_code: 'authentication_required',
            message: 'no',
          },
        },
      }
    const known = key === '' ? undefined : this.answers.get(`${path} ${key}`)
    const body = known ?? (method === 'GET' ? this.read(path, searchParams) : this.make(path, form))
    if (key !== '') this.answers.set(`${path} ${key}`, body)
    return mode === 'lost' ? null : { status: 200, body }
  }

  make(path: string, form: URLSearchParams): object {
    const setup = { method: form.get('metadata[method]') ?? '', mandator: form.get('metadata[mandator]') ?? '' }
    if (path === '/v1/checkout/sessions' && form.get('mode') === 'setup')
      return this.keep({
        object: 'checkout.session',
        mode: 'setup',
        status: 'open',
        metadata: setup,
        customer: form.get('customer'),
        setup_intent: null,
      })
    const metadata = { charge: form.get('metadata[charge]') ?? '', mandator: form.get('metadata[mandator]') ?? '' }
    if (path === '/v1/checkout/sessions') {
      return this.keep({
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]'),
        metadata,
        payment_intent: null,
        success_url: form.get('success_url'),
      })
    }
    if (path === '/v1/payment_intents')
      return {
        id: `pi_${this.asked.length}`,
        object: 'payment_intent',
        status: 'succeeded',
        amount: Number(form.get('amount')),
        amount_received: Number(form.get('amount')),
        currency: form.get('currency'),
        customer: form.get('customer'),
        payment_method: form.get('payment_method'),
        metadata,
      }
    if (path === '/v1/refunds') {
      const refund = {
        id: `re_${this.refunds.length}`,
        object: 'refund',
        payment_intent: form.get('payment_intent') ?? '',
        amount: Number(form.get('amount')),
        currency: 'eur',
        status: this.refundStatus,
        metadata: { refund: form.get('metadata[refund]') ?? '', mandator: form.get('metadata[mandator]') ?? '' },
      }
      this.refunds.push(refund)
      return refund
    }
    return {}
  }

  keep(session: Record<string, unknown>): object {
    const id = `cs_test_${this.sessions.size}`
    this.sessions.set(id, { ...session, id, url: `https://pay.example/${id}` })
    return this.sessions.get(id)!
  }

  /** Plays a reader who pays on the page of this session; answers the return URL. */
  pay(id: string): string {
    const session = this.sessions.get(id)!
    const { metadata } = session
    const intent = { id: `pi_of_${id}`, object: 'payment_intent', metadata, customer: null, payment_method: null }
    this.sessions.set(id, { ...session, status: 'complete', payment_status: 'paid', payment_intent: intent })
    return String(session.success_url)
  }

  /** Plays a reader who types a card on the page of this session. */
  typeCard(id: string, card: { id: string; brand: string; last4: string }): void {
    this.sessions.set(id, {
      ...this.sessions.get(id),
      status: 'complete',
      customer: 'cus_1',
      setup_intent: {
        object: 'setup_intent',
        status: 'succeeded',
        payment_method: { id: card.id, object: 'payment_method', card: { brand: card.brand, last4: card.last4 } },
      },
    })
  }

  read(path: string, query: URLSearchParams): object {
    if (path === '/v1/refunds')
      return {
        object: 'list',
        has_more: false,
        data: this.refunds.filter((refund) => refund.payment_intent === query.get('payment_intent')),
      }
    return this.sessions.get(path.slice('/v1/checkout/sessions/'.length)) ?? {}
  }

  forget(): void {
    this.asked = []
    this.answers.clear()
    this.sessions.clear()
    this.refunds = []
    this.refundStatus = 'succeeded'
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }
}
