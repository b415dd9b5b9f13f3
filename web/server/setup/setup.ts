/**
 * A start without any publication: one setup page on this machine, instead of the portal and on its port. Promises: it
 * is visible only on this machine; a publication takes effect only as a whole, and nothing incomplete stays on disk; it
 * creates exactly one publication.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { NO_PUBLICATION_YET, type Problem as Refusal } from '@lokalteil/contracts/kernel/problem'
import type { PublicationsService } from '@lokalteil/services/publications/app'
import { serverTexts } from '../../app/messages/routing/server.ts'
import { setupTexts } from '../../app/messages/publication/setup.ts'
import type { Assets } from '../http/assets.ts'
import { baseHeaders } from '../http/security-headers.ts'
import { isFromHere } from '../http/from-here.ts'
import { isFromOwnPage, isToken } from './setup-door.ts'
import {
  type Made,
  makeFolder,
  NOTHING_YET,
  removeFolder,
  type Problem,
  readSubmitted,
  type Submitted,
  toProblem,
} from './setup-form.ts'
import { type SetupPage, toFormPage, toMadePage, toWaitingPage } from './setup-page.ts'

export type ApplyFolder = PublicationsService['apply']

export type SetupOptions = {
  /** Folders of publications are written below it. */
  root: string
  apply: ApplyFolder
  /** Style sheets of every page, and the handler that serves them. */
  styles: readonly string[]
  assets: Assets | null
  now: () => Date
  onError: (error: unknown) => void
}
export type Setup = {
  listener: RequestListener
  /** Path of the page, with the token. */
  path: string
  /** Resolves when the publication is in force. */
  made: Promise<Made>
}

/** Files of a folder may have 10 MB. A larger word mark is refused by the check, with its reason. */
const MOST_BYTES = 12_000_000

export function createSetup(options: SetupOptions): Setup {
  const token = randomBytes(18).toString('base64url')
  const path = `/setup/${token}`
  const { promise: made, resolve } = Promise.withResolvers<Made>()
  let outcome: Made | null = null
  let turn: Promise<unknown> = Promise.resolve()

  const listener: RequestListener = (request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.onError(error)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, serverTexts.internal)
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries({ ...baseHeaders(false), ...OWN_HEADERS }))
      response.setHeader(name, value)
    if (!isFromHere(request)) return refuse(response, 403, setupTexts.elsewhere)
    const [target = '/'] = (request.url ?? '/').split('?', 1)
    if (target.startsWith('/assets/') && options.assets !== null) {
      if (await options.assets.serve(request, response, target)) return
      return refuse(response, 404, serverTexts.fileNotFound(target))
    }
    if (target.startsWith('/__services/') && outcome === null) return refuseCommand(response)
    if (!target.startsWith('/setup/') || !isToken(target.slice('/setup/'.length), token))
      return outcome === null
        ? refuse(response, 404, setupTexts.noToken)
        : send(response, 200, toWaitingPage(options.styles, outcome.folder))
    if (outcome !== null) return send(response, 200, toMadePage(options.styles, outcome))
    if (request.method === 'GET' || request.method === 'HEAD')
      return send(response, 200, toForm({ answers: NOTHING_YET, wordmark: null, wantsPreview: false }, []))
    if (request.method !== 'POST') return refuse(response, 405, serverTexts.methodNotAllowed)
    if (!isFromOwnPage(request)) return refuse(response, 403, setupTexts.foreign)
    const body = await readBody(request)
    if (body === null) return refuse(response, 413, setupTexts.tooLarge)
    const submitted = await readSubmitted(body, request.headers['content-type'] ?? '')
    if (submitted === null) return refuse(response, 400, setupTexts.unreadable)
    if (submitted.wantsPreview) return send(response, 200, toForm(submitted, []))
    const result = await make(submitted)
    if (Array.isArray(result)) send(response, 422, toForm(submitted, result))
    else send(response, 200, toMadePage(options.styles, result))
  }

  /** Runs one after the other: a second submission gets the result of the first. */
  function make(submitted: Submitted): Promise<Made | Problem[]> {
    const result = turn.then(async () => {
      if (outcome !== null) return outcome
      const fresh = await makeAndApply(options, submitted)
      if (!Array.isArray(fresh)) {
        outcome = fresh
        resolve(fresh)
      }
      return fresh
    })
    turn = result.catch(() => {})
    return result
  }

  const toForm = (submitted: Submitted, problems: readonly Problem[]) =>
    toFormPage(options.styles, {
      action: path,
      answers: submitted.answers,
      problems,
      hasLostFile: submitted.wordmark !== null,
    })

  return { listener, path, made }
}

/** `same-origin`, because without a referrer a browser sends no origin either. */
const OWN_HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }

async function makeAndApply({ root, apply, now }: SetupOptions, submitted: Submitted): Promise<Made | Problem[]> {
  const result = await makeFolder(submitted, root, now())
  if ('problems' in result) return result.problems
  const { place, folder, files } = result.made
  try {
    const { outcome, plan } = await apply(folder, files)
    if (outcome !== 'refused') return result.made
    await removeFolder(place)
    return plan.findings.map(toProblem)
  } catch (error) {
    await removeFolder(place)
    throw error
  }
}

/** Null: too large. The rest is discarded, so that the browser reads the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > 4 * MOST_BYTES) break
    if (size <= MOST_BYTES) chunks.push(chunk)
  }
  return size > MOST_BYTES ? null : Buffer.concat(chunks)
}

function send(response: ServerResponse, status: number, { html, policy }: SetupPage): void {
  response.setHeader('content-security-policy', policy)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-length', Buffer.byteLength(html))
  response.writeHead(status).end(html)
}

/** Answers a command of the office that came too early. */
function refuseCommand(response: ServerResponse): void {
  const said: Refusal = { status: 409, code: NO_PUBLICATION_YET, title: 'There is no publication yet' }
  refuse(response, said.status, JSON.stringify(said), 'application/problem+json')
}

function refuse(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.setHeader('content-type', type)
  response.setHeader('content-length', Buffer.byteLength(text))
  response.writeHead(status).end(text)
}
