/** The words of a block: one list of the fields that have some, for search, counting and links. Pure. */
import { toPlainText } from '@lokalteil/domain/plain-text'
import type { BodyItem } from './records.ts'

type BlockText = { text: string; isHtml: boolean }

const plain = (text: string): BlockText => ({ text, isHtml: false })
const html = (text: string): BlockText => ({ text, isHtml: true })

/** The parts of a block that readers read, as they were given. */
export function listTexts(item: BodyItem): BlockText[] {
  switch (item.type) {
    case 'paragraph':
      return [html(item.html)]
    case 'heading':
      return [plain(item.text)]
    case 'list':
      return item.items.map(html)
    case 'quote': {
      const paragraphs = item.paragraphs?.map(html) ?? []
      return [...(paragraphs.length > 0 ? paragraphs : [plain(item.text)]), plain(item.attribution)]
    }
    case 'infoBox':
      return [plain(item.title), ...item.items.flatMap(listTexts)]
    case 'table':
      return [plain(item.caption), ...[...item.head, ...item.rows.flat()].map(item.cells === 'html' ? html : plain)]
    case 'image':
      return [plain(item.picture.caption)]
    case 'question':
      return [plain(item.question), ...item.answer.map(html)]
    case 'liveEntry':
      return [plain(item.headline), ...item.paragraphs.map(html), plain(item.picture?.caption ?? '')]
    case 'timeline':
      return item.entries.map(({ text }) => plain(text))
    case 'people':
      return item.people.map(({ name, role }) => plain(`${name}, ${role}`))
    case 'gallery':
      return [item.title, ...item.pictures.map(({ caption }) => caption)].map(plain)
    case 'video':
      return [plain(item.caption)]
    case 'match':
      return [item.competition, item.home.name, item.away.name, ...item.goals.map(({ scorer }) => scorer)].map(plain)
    case 'audio':
    case 'document':
    case 'embed':
    case 'articleReference':
      return []
  }
}

/** The same without markup. */
export function listPlainTexts(item: BodyItem): string[] {
  return listTexts(item).map(({ text, isHtml }) => (isHtml ? toPlainText(text) : text))
}

/** Words of a block as the office counts them: a dash between blanks is none. */
export function countItemWords(item: BodyItem): number {
  return listPlainTexts(item).reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0), 0)
}
