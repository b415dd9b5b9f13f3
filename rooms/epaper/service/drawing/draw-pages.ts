/**
 * Draws the pages of a PDF in a limited number of worker threads. If a page takes too long or needs more memory than
 * its thread may have, the thread is ended and the drawing fails; nothing of it keeps running.
 */
import { Worker } from 'node:worker_threads'
import { MOST_PAGES } from '../../domain/issues.ts'
import type { DrawAnswer, PageDrawing } from './page-drawing.ts'
import { compilePdfium } from './pdfium-code.ts'
import { PdfRefused } from './pdf-refused.ts'

export type DrawOptions = {
  file: string
  /** Chooses the page numbers to draw; called once, when the document is open. */
  select: (pageCount: number) => readonly number[]
  /** Called for one page at a time, in any order; further pages wait until its promise settles (back-pressure). */
  onPage: (page: PageDrawing, pageCount: number) => Promise<void>
  threads: number
  /** Time limit for one page in milliseconds. */
  pageMs: number
  signal?: AbortSignal
}

/** Heap limit of a thread's JavaScript in megabytes; PDFium's own memory is limited separately. */
const MOST_HEAP_MB = 128

/** Returns the page count of the document. Throws `PdfRefused`, an error of `onPage`, or the reason of `signal`. */
export async function drawPages({ file, select, onPage, threads, pageMs, signal }: DrawOptions): Promise<number> {
  const open: DrawThread[] = []
  const code = await compilePdfium()
  const begin = async () => {
    const thread = startThread({ file, code }, pageMs, signal)
    open.push(thread)
    return { thread, pageCount: await thread.opened }
  }
  try {
    const first = await begin()
    const { pageCount } = first
    if (pageCount < 1) throw new PdfRefused('The PDF has no pages')
    if (pageCount > MOST_PAGES)
      throw new PdfRefused(`The PDF has ${pageCount} pages; an issue has at most ${MOST_PAGES}`)
    const numbers = [...select(pageCount)]
    const work = async (thread: DrawThread) => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
        const page = await thread.draw(number)
        await onPage(page, pageCount)
      }
    }
    const others = Array.from({ length: Math.min(threads, numbers.length) - 1 }, async () =>
      work((await begin()).thread),
    )
    await Promise.all([work(first.thread), ...others])
    return pageCount
  } finally {
    await Promise.all(open.map((thread) => thread.end()))
  }
}

type DrawThread = {
  opened: Promise<number>
  draw: (number: number) => Promise<PageDrawing>
  end: () => Promise<unknown>
}

function startThread(
  workerData: { file: string; code: WebAssembly.Module },
  pageMs: number,
  signal: AbortSignal | undefined,
): DrawThread {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    stdout: true,
    stderr: true,
  })
  // A thread may still report an error after its last listener was removed; without this listener the process would
  // crash.
  worker.on('error', () => {})
  const hear = (what: string) =>
    new Promise<Exclude<DrawAnswer, { kind: 'failed' }>>((resolve, reject) => {
      const stop = () => settle(() => reject(signal!.reason as Error))
      const timer = setTimeout(
        () => settle(() => reject(new PdfRefused(`${what} took longer than ${pageMs / 1000} seconds`))),
        pageMs,
      )
      function settle(then: () => void): void {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
        worker.off('message', take).off('error', fail).off('exit', leave)
        then()
      }
      function take(answer: DrawAnswer): void {
        settle(() => {
          if (answer.kind !== 'failed') resolve(answer)
          else reject(answer.isRefused ? new PdfRefused(answer.reason) : new Error(answer.reason))
        })
      }
      const fail = (error: unknown) => settle(() => reject(toThreadError(error, what)))
      const leave = () => settle(() => reject(new Error(`${what}: the thread ended`)))
      worker.on('message', take).on('error', fail).on('exit', leave)
      if (signal?.aborted === true) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    })
  const opened = hear('Opening the PDF').then((answer) => (answer.kind === 'opened' ? answer.pageCount : 0))
  // Marks the rejection as handled; callers that await `opened` still receive it.
  opened.catch(() => {})
  return {
    opened,
    async draw(number) {
      await opened
      const heard = hear(`Page ${number}`)
      worker.postMessage(number)
      const answer = await heard
      if (answer.kind !== 'page') throw new Error('The thread answered something else')
      return answer.page
    },
    end: () => worker.terminate(),
  }
}

function toThreadError(error: unknown, what: string): Error {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new PdfRefused(`${what} needs more memory than a page may`)
    : new Error(`${what} could not be drawn`, { cause: error })
}
