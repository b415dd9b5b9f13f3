/**
 * The mail of a newsletter's issue as HTML, for a frame of the office: as it would be sent now. No script runs in it; its
 * links open beside the office, and its pictures come from the office's own host, as those of other previews do.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { byIssue, type NEWSLETTER_DESK } from '@lokalteil/contracts/newsletter-issues'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { refusalOf, type Grant } from '@lokalteil/domain/office/acts'
import { toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'

export type MailPreviewOptions = {
  /** Null: no session, or one that may not work yet. */
  findCaller: (request: IncomingMessage) => Promise<{ grants: readonly Grant[] } | null>
  newslettersOf: (publication: PublicationCode) => Pick<Client<typeof NEWSLETTER_DESK>, 'previewIssue'>
  /** Origin of a publication's site. */
  originOf: (publication: PublicationCode) => string
}

type MailPreviews = {
  /** False: the address is of no mail. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean
}

const SHOW = /^\/redaktion\/vorschau\/newsletter\/([a-z0-9-]{1,40})\/([a-z0-9-]{1,100})\/([a-z0-9-]{1,40})$/
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' https:",
  "frame-ancestors 'self'",
  "form-action 'none'",
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
].join('; ')

export function createMailPreviews({ findCaller, newslettersOf, originOf }: MailPreviewOptions): MailPreviews {
  async function show(request: IncomingMessage, response: ServerResponse, path: readonly string[]): Promise<void> {
    const [code = '', slug, issue] = path
    const publication = toPublicationCode(code)
    const params = byIssue.safeParse({ slug, issue })
    const grants = (await findCaller(request))?.grants ?? null
    const refused = refusalOf('previewIssue', { grants, publication, minutesSinceProof: 0 })
    if (refused !== null || publication === null || !params.success) return answer(response, 404, '')
    const mail = await newslettersOf(publication).previewIssue({ params: params.data })
    if (!mail.ok) return answer(response, mail.status === 404 || mail.status === 409 ? 404 : 502, '')
    const html = mail.data.html
      .replace('<head>', '<head><base target="_blank">')
      .replaceAll(`src="${originOf(publication)}/`, 'src="/')
    answer(response, 200, html)
  }

  return {
    serve(request, response) {
      const [path = ''] = (request.url ?? '').split('?', 1)
      const found = request.method === 'GET' ? SHOW.exec(path) : null
      if (found === null) return false
      show(request, response, found.slice(1)).catch(() => {
        if (response.headersSent) response.destroy()
        else answer(response, 502, '')
      })
      return true
    },
  }
}

function answer(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'content-security-policy': POLICY,
    'x-frame-options': 'SAMEORIGIN',
  })
  response.end(html)
}
