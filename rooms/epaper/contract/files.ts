/**
 * Files of the e-paper: bytes instead of JSON, so each has a path instead of an endpoint. The cover is public; all
 * others require the service key, like `EPAPER_INTERNAL`. Answers carry `content-type`, `content-length` and `etag`. An
 * outdated `version` answers 404, so that a cached address never shows another issue.
 */
import type { IssueId } from '@lokalteil/domain/commerce/issues'
import { toAddress, type AddressInput } from '@lokalteil/contracts/kernel/address'
import { readText } from '@lokalteil/contracts/kernel/bounded-body'
import type { ClientOptions } from '@lokalteil/contracts/kernel/client'
import { Problem } from '@lokalteil/contracts/kernel/problem'
import type { Rendition } from './values.ts'

export const EPAPER_FILES = {
  /** `GET`, public: the front page, `COVER_WIDTH` pixels wide. */
  cover: '/issues/{edition}/{day}/cover/{version}',
  /** `GET`: one page in one of its sizes. */
  pageImage: '/internal/issues/{edition}/{day}/images/{version}/{number}/{rendition}',
  /** `GET`: the PDF as delivered. */
  pdf: '/internal/issues/{edition}/{day}/pdf/{version}',
  /**
   * `PUT`: a PDF (`application/pdf`), or `multipart/form-data` with the parts `pdf` and `zones` (docs/epaper.md).
   * Query: `coins` (0: not sold singly). Answers 202 with an `IssueState`; the same files again answer 200 and change
   * nothing.
   */
  delivery: '/internal/issues/{edition}/{day}',
} as const

/** Bytes. */
export const MOST_PDF_BYTES = 200 * 1024 * 1024
export const MOST_ZONE_FILE_BYTES = 10 * 1024 * 1024

export type FileResult = { ok: true; response: Response } | { ok: false; status: number; problem: Problem }

export type EpaperFiles = {
  getCover: (issue: IssueId & { version: string }) => Promise<FileResult>
  getPageImage: (
    issue: IssueId & { version: string },
    number: number,
    rendition: Rendition,
    signal?: AbortSignal,
  ) => Promise<FileResult>
  /** The body is a stream. */
  getPdf: (issue: IssueId & { version: string }, signal?: AbortSignal) => Promise<FileResult>
}

/** Never throws. `options.timeout`: limit for the headers of an answer. */
export function createEpaperFiles(options: ClientOptions): EpaperFiles {
  const get = (template: string, params: AddressInput, signal?: AbortSignal) => send(options, template, params, signal)
  return {
    getCover: (issue) => get(EPAPER_FILES.cover, issue),
    getPageImage: (issue, number, rendition, signal) =>
      get(EPAPER_FILES.pageImage, { ...issue, number, rendition }, signal),
    getPdf: (issue, signal) => get(EPAPER_FILES.pdf, issue, signal),
  }
}

async function send(
  { fetch, base, headers, timeout = 2000 }: ClientOptions,
  template: string,
  params: AddressInput,
  signal: AbortSignal | undefined,
): Promise<FileResult> {
  const ending = new AbortController()
  const timer = timeout === 0 ? undefined : setTimeout(() => ending.abort(), timeout)
  const signals = signal === undefined ? ending.signal : AbortSignal.any([ending.signal, signal])
  try {
    const response = await fetch(
      new Request(base + toAddress(template, params), {
        headers: { ...headers },
        redirect: 'error',
        signal: signals,
      }),
    )
    if (response.ok) return { ok: true, response }
    const body: unknown = await readText(response, 100_000)
      .then((text) => JSON.parse(text) as unknown)
      .catch(() => null)
    const parsed = Problem.safeParse(body)
    const { status, statusText } = response
    return { ok: false, status, problem: parsed.data ?? { status, code: 'UNKNOWN', title: statusText } }
  } catch (error) {
    const title = error instanceof Error ? error.name : 'unknown'
    return { ok: false, status: 0, problem: { status: 0, code: 'UNREACHABLE', title } }
  } finally {
    clearTimeout(timer)
  }
}
