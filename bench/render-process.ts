/**
 * `node bench/render-process.ts PORT PATH…`: loads articles from a running portal, takes each page's state, and renders
 * and compresses it in a loop with the built render entry. In its own process, so that other compilation and garbage
 * collection do not disturb it.
 */
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { folderOf, listBuilds } from '@lokalteil/tools/builds.mjs'
import { median, quantile } from './figures.ts'

export type Split = { articles: number; render: number; p95: number; compress: number; bytes: number }

type RenderModule = { renderDocument: (state: unknown, options: unknown) => Promise<{ html: string }> }

const ROUNDS = 40
const STATE = /<script type="application\/json" id="state">([\s\S]*?)<\/script>/

const [port = '', ...paths] = process.argv.slice(2)
const [build] = listBuilds()
if (build === undefined) throw new Error('There is no build; run npm run build')
const { renderDocument } = (await import(join(folderOf(build), 'server/render.js'))) as RenderModule
const origin = `http://localhost:${port}`
const options = {
  assets: {
    entry: '/assets/entry.js',
    modules: ['/assets/page.js'],
    styles: ['/assets/entry.css'],
    fonts: ['/assets/font.woff2'],
    later: [],
    look: { css: '', marks: {}, theme: { light: '#fff', dark: '#000' }, wordmark: '', sizes: '' },
  },
  origin,
  owners: { ak: origin, fb: origin, ht: origin, la: origin },
  now: new Date(),
}
const states: { text: string; bytes: number }[] = []
for (const path of paths) {
  const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  const text = STATE.exec(html)?.[1]
  if (text === undefined) throw new Error(`${path} carries no state`)
  states.push({ text, bytes: Buffer.byteLength(html) })
}

// Medians of single calls by wall clock: other processes lengthen only few of them.
const renders: number[] = []
const compressions: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  for (const { text } of states) {
    // Parsed again each time, so that no page is rendered twice from the same objects.
    const state = JSON.parse(text) as unknown
    const before = performance.now()
    const { html } = await renderDocument(state, options)
    const rendered = performance.now()
    const bytes = Buffer.from(html)
    if (round >= ROUNDS - 3)
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
    const compressed = performance.now()
    if (round < ROUNDS / 2) continue
    renders.push(rendered - before)
    if (round >= ROUNDS - 3) compressions.push(compressed - rendered)
  }
}
const split: Split = {
  articles: states.length,
  render: median(renders),
  p95: quantile(renders, 0.95),
  compress: median(compressions),
  bytes: median(states.map(({ bytes }) => bytes)),
}
process.stdout.write(JSON.stringify(split))
