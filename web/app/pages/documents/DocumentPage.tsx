/** Legal documents: text with a linked table of contents; the imprint ends with the owners. */
import type { ContentItem, LegalDocument } from '@lokalteil/contracts/content'
import { formatLongDate } from '@lokalteil/domain/german'
import type { RouteName } from '@lokalteil/domain/routing/routes'
import type { ContentApi } from '../../page/content-api.ts'
import { definePage } from '../../page/define-page.ts'
import type { Loaded, PageModule } from '../../page/page.ts'
import { ArticleBody } from '../../features/article/ArticleBody.tsx'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { documentTexts } from '../../messages/publication/documents.ts'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { toOutline, type DocumentOutline } from './document-outline.ts'
import css from './DocumentPage.module.css'

export type DocumentData = {
  document: LegalDocument
  /** The owners of the publication, shown below the imprint. */ owners: LegalDocument | null
}

const LEAST_ENTRIES = 3

function DocumentPage({ data: { document, owners } }: { data: DocumentData }) {
  const taken = new Set(owners === null ? [] : [owners.id as string])
  const main = toOutline(document.contentItems, taken)
  const below = owners === null ? null : toOutline(owners.contentItems, taken)
  const entries = [
    ...main.parts.filter(({ level }) => level === 2).map(({ id, text }) => ({ id, text })),
    ...(owners === null ? [] : [{ id: owners.id as string, text: owners.title }]),
  ]
  const hasContents = entries.length >= LEAST_ENTRIES
  return (
    <>
      <PageHead title={document.title} meta={documentTexts.updated(formatLongDate(new Date(document.updated)))} />
      <div className={`page ${css.layout}`} data-contents={hasContents ? '' : undefined}>
        {hasContents && (
          <nav className={css.contents} aria-labelledby="document-contents">
            <h2 id="document-contents" className={css.contentsTitle}>
              {documentTexts.contents}
            </h2>
            <ol className={css.entries}>
              {entries.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={css.text}>
          <Parts outline={main} />
          {owners !== null && below !== null && (
            <section id={owners.id} aria-labelledby={`${owners.id}-title`} className={css.part}>
              <h2 id={`${owners.id}-title`} className={css.heading}>
                {owners.title}
              </h2>
              <Parts outline={below} />
            </section>
          )}
        </div>
      </div>
    </>
  )
}

function Parts({ outline }: { outline: DocumentOutline }) {
  return (
    <>
      {outline.opening.length > 0 && <Body items={outline.opening} />}
      {outline.parts.map((part) => {
        const Heading = part.level === 2 ? 'h2' : 'h3'
        return (
          <section key={part.id} id={part.id} aria-labelledby={`${part.id}-title`} className={css.part}>
            <Heading id={`${part.id}-title`} className={part.level === 2 ? css.heading : css.subheading}>
              {part.text}
            </Heading>
            {part.items.length > 0 && <Body items={part.items} />}
          </section>
        )
      })}
    </>
  )
}

function Body({ items }: { items: readonly ContentItem[] }) {
  return (
    <ArticleBody
      items={items}
      renderTeaser={(item) => <Teaser teaser={item.articleTeaser} size="row" />}
      renderInsert={(item) =>
        item.type === 'audio' ? (
          <audio controls preload="none" src={item.src} aria-label={item.title} />
        ) : (
          item.type === 'document' && (
            <p>
              <a href={item.src}>{item.title}</a>
            </p>
          )
        )
      }
    />
  )
}

type DocumentRoute = Extract<RouteName, `${string}-document`>

async function loadDocument(content: ContentApi, id: LegalDocument['id']): Promise<Loaded<DocumentData>> {
  const [read, owners] = await Promise.all([
    content.getDocument({ id }),
    id === 'impressum' ? content.getDocument({ id: 'eigentuemer' }) : null,
  ])
  return toLoaded(read, (document) => ({ document, owners: owners?.ok ? owners.data : null }))
}

function toModule(id: LegalDocument['id']): PageModule<DocumentRoute, DocumentData> {
  return {
    load: (_route, { content }) => loadDocument(content, id),
    Page: DocumentPage,
    title: ({ document }) => ({ title: document.title }),
  }
}

export const agb = definePage('agb-document', toModule('agb'))
export const accessibility = definePage('accessibility-document', toModule('accessibility'))
export const datenschutz = definePage('datenschutz-document', toModule('datenschutz'))
export const impressum = definePage('impressum-document', toModule('impressum'))

/** Further documents of a publication. The owners are shown below the imprint only. */
export const further = definePage('document', {
  load: ({ id }, { content }): Promise<Loaded<DocumentData>> =>
    id === 'eigentuemer' ? Promise.resolve({ kind: 'missing' }) : loadDocument(content, id),
  Page: DocumentPage,
  title: ({ document }) => ({ title: document.title }),
})
