/** The reader's documents, newest first: ordinary links, so that the browser downloads them as usual. */
import type { DocumentView } from '@lokalteil/contracts/commerce/invoices'
import { contractTexts as texts } from '../../messages/commerce/contracts.ts'
import { toDocumentPath } from './contract-client.ts'
import { Section } from './Section.tsx'
import css from './Account.module.css'

export function InvoicesSection({ documents }: { documents: readonly DocumentView[] }) {
  return (
    <Section id="documents" title={texts.documents}>
      {documents.length === 0 ? (
        <p className={css.hint}>{texts.noDocuments}</p>
      ) : (
        <ul className={css.list}>
          {documents.map(({ kind, number, issuedOn, about, grossCents, formats }) => {
            const name = texts.documentName(kind, number)
            return (
              <li key={number} className={css.entry}>
                <span className={css.entryHead}>{name}</span>
                <span className={css.hint}>{texts.documentFacts(about, issuedOn, grossCents)}</span>
                <span className={css.downloads}>
                  {formats.map((format) => (
                    <a
                      key={format}
                      href={toDocumentPath(number, format)}
                      download
                      aria-label={texts.download(texts.formats[format], name)}
                    >
                      {texts.formats[format]}
                    </a>
                  ))}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
