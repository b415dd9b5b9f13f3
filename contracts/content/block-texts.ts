/** The words of a block as they were given, for counting them and finding links among them. Pure. */
import type { BodyItem } from './records.ts'

/** The parts of a block that hold words: HTML, or plain text where the contract says so. */
export function listTexts(item: BodyItem): string[] {
  switch (item.type) {
    case 'paragraph':
      return [item.html]
    case 'heading':
      return [item.text]
    case 'list':
      return item.items
    case 'quote':
      return [...(item.paragraphs ?? [item.text]), item.attribution]
    case 'infoBox':
      return [item.title, ...item.items.flatMap(listTexts)]
    case 'table':
      return [item.caption, ...item.head, ...item.rows.flat()]
    case 'image':
      return [item.picture.caption]
    case 'question':
      return [item.question, ...item.answer]
    case 'liveEntry':
      return [item.headline, ...item.paragraphs]
    case 'timeline':
      return item.entries.map(({ text }) => text)
    case 'people':
      return item.people.flatMap(({ name, role }) => [name, role])
    case 'gallery':
      return item.pictures.map(({ caption }) => caption)
    case 'video':
    case 'audio':
    case 'embed':
    case 'articleReference':
    case 'match':
      return []
  }
}
