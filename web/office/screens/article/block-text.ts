/** A block as plain words, for comparisons and conflicts. */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { BLOCKS } from '../../messages/article.ts'

export function textOf(block: BodyItem): string {
  switch (block.type) {
    case 'paragraph':
      return toPlainText(block.html)
    case 'heading':
      return block.text
    case 'list':
      return block.items.map((item) => `– ${toPlainText(item)}`).join('\n')
    case 'quote':
      return [`„${block.text}“`, block.attribution].filter((part) => part !== '').join(' ')
    case 'question':
      return [block.question, ...block.answer.map(toPlainText)].join('\n')
    case 'liveEntry':
      return [`${block.label} ${block.headline}`.trim(), ...block.paragraphs.map(toPlainText)].join('\n')
    case 'infoBox':
      return [`${BLOCKS.infoBox}: ${block.title}`, ...block.items.map(textOf)].join('\n')
    case 'table':
      return [`${BLOCKS.table}: ${block.caption}`, block.head.join(' | '), ...block.rows.map((row) => row.join(' | '))]
        .map(toPlainText)
        .join('\n')
    case 'image':
      return [`${BLOCKS.image}:`, block.picture.caption, block.picture.credit].filter((part) => part !== '').join(' ')
    case 'gallery':
      return `${BLOCKS.gallery}: ${block.title} (${block.pictures.length})`
    case 'video':
      return `${BLOCKS.video}: ${block.caption}`
    case 'audio':
      return BLOCKS.audio
    case 'document':
      return `${BLOCKS.document}: ${block.title}`
    case 'embed':
      return `${BLOCKS.embed}: ${block.title} ${block.url}`
    case 'timeline':
      return [`${BLOCKS.timeline}:`, ...block.entries.map(({ date, text }) => `${date} ${text}`)].join('\n')
    case 'people':
      return [`${BLOCKS.people}:`, ...block.people.map(({ name, role }) => `${name}, ${role}`)].join('\n')
    case 'match':
      return `${BLOCKS.match}: ${block.home.name} – ${block.away.name} ${block.home.goals}:${block.away.goals}`
    case 'articleReference':
      return `${BLOCKS.articleReference} ${block.articleId}`
  }
}
