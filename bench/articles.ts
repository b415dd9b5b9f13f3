/**
 * Realistic German articles by the thousand: sentences of real news texts if available (SHARED_DATA or
 * `../shared/data`), else of the demo's articles. Each begins at another sentence, so that headlines and leads differ
 * while length and vocabulary are real.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoArticle } from '@lokalteil/demo/article-notation'
import { root } from './processes.ts'

export type Text = { ressort: string; sentences: readonly string[] }

const SHARED = process.env.SHARED_DATA || join(root, '../shared/data')
const SECTIONS: Readonly<Record<string, string>> = {
  Web: 'Wissen',
  Etat: 'Kultur',
  Inland: 'Politik',
  International: 'Politik',
}

export async function readTexts(): Promise<{ texts: Text[]; origin: string }> {
  const file = join(SHARED, 'german-news', 'articles.jsonl')
  if (!existsSync(file)) return { texts: await readDemoTexts(), origin: "the demo's own texts" }
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const texts = lines.map((line) => {
    const { ressort, text } = JSON.parse(line) as { ressort: string; text: string }
    return { ressort: SECTIONS[ressort] ?? ressort, sentences: toSentences(text) }
  })
  return { texts, origin: 'real news texts' }
}

async function readDemoTexts(): Promise<Text[]> {
  const texts: Text[] = []
  for (const name of globSync('demo/articles/*.ts', { cwd: root }).toSorted()) {
    if (name.endsWith('.test.ts')) continue
    const module = (await import(join(root, name))) as Record<string, unknown>
    for (const list of Object.values(module)) {
      if (!Array.isArray(list)) continue
      for (const article of list as DemoArticle[]) {
        const paragraphs = article.body
          .filter((block) => typeof block === 'string')
          .map((text) => text.replace(/<[^>]+>/g, ''))
        const sentences = toSentences([article.teaser, ...paragraphs].join(' '))
        if (sentences.length > 5) texts.push({ ressort: article.section.split('/')[0]!, sentences })
      }
    }
  }
  return texts
}

function toSentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=\p{Lu}|„)/u).filter((sentence) => sentence.trim() !== '')
}

/** Writes `count` articles as JSON lines, the newest first, ten minutes apart. `first`: the number of the first one. */
export async function writeTexts(file: string, count: number, now: Date, first = 0): Promise<string> {
  const { texts, origin } = await readTexts()
  const lines = Array.from({ length: count }, (_, place) => {
    const index = first + place
    const { ressort, sentences } = texts[index % texts.length]!
    const turn = Math.floor(index / texts.length) % sentences.length
    const text = [...sentences.slice(turn), ...sentences.slice(0, turn)].join(' ')
    const date = new Date(now.getTime() - index * 600_000 - 60_000).toISOString()
    return JSON.stringify({ id: `bench-${index}`, ressort, text, date })
  })
  writeFileSync(file, `${lines.join('\n')}\n`)
  return origin
}

/** Imports through the command line into a running portal. */
export async function importTexts(port: number, dataDir: string, count: number, first = 0): Promise<void> {
  const file = join(dataDir, 'texts.jsonl')
  await writeTexts(file, count, new Date(), first)
  const child = spawn(
    process.execPath,
    [
      'web/server/composition/commands.ts',
      'import',
      'read',
      '--publication',
      'ak',
      '--url',
      `http://127.0.0.1:${port}`,
      file,
    ],
    {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output = (output + data).slice(-4000)))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${output}`)
}

/** Paths of imported articles, the newest first, from the content API of the portal; at most `count`. */
export async function listArticlePaths(port: number, count = 20): Promise<string[]> {
  const paths: string[] = []
  for (let page = 1; paths.length < count; page++) {
    const answer = await fetch(`http://127.0.0.1:${port}/__proxy_content_api/v5/newest-articles?page=${page}`)
    if (answer.status === 404) break
    if (!answer.ok) throw new Error(`The content API answered ${answer.status} for page ${page}`)
    const { teasers } = (await answer.json()) as { teasers: { targetPathOrUrl: string }[] }
    if (teasers.length === 0) break
    paths.push(...teasers.map(({ targetPathOrUrl }) => targetPathOrUrl))
  }
  if (paths.length === 0) throw new Error('The portal has no articles')
  return paths.slice(0, count)
}

/** The newest free news article of the demo with a picture, as a typical landing page. */
export async function pickDemoArticle(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/__proxy_content_api/v5/newest-articles`)
  const { teasers } = (await answer.json()) as {
    teasers: {
      targetPathOrUrl: string
      contentRestriction: string
      img: unknown
      isVideoArticle: boolean
      isGallery: boolean
      isLive: boolean
    }[]
  }
  const found = teasers.find(
    ({ contentRestriction, img, isVideoArticle, isGallery, isLive }) =>
      contentRestriction === 'free' && img !== null && !isVideoArticle && !isGallery && !isLive,
  )
  if (found === undefined) throw new Error('The demo has no free article with a picture')
  return found.targetPathOrUrl
}
