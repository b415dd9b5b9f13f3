/** Applies the settings of a source to all its articles. */
import type { Source } from '@lokalteil/contracts/publication/sources'
import { escapeHtml } from '../body/house-style.ts'
import type { Importer } from '../delivery/importer.ts'
import { KEPT } from '../formats/parse.ts'
import type { ParsedDocument } from '../parsed-document.ts'

/** A kept parsed document (`parseKept`) had them applied before. */
export function withDress(importer: Importer, source: Source | undefined): Importer {
  if (source === undefined) return importer
  return {
    ...importer,
    add: (parsed, origin) =>
      importer.add(
        parsed.format === KEPT
          ? parsed
          : { ...parsed, documents: parsed.documents.map((document) => dressDocument(document, source)) },
        origin,
      ),
  }
}

function dressDocument(document: ParsedDocument, { author, source, rights }: Source): ParsedDocument {
  const { authors, contentItems } = document
  return {
    ...document,
    authors: authors.length === 0 && author !== undefined ? [author] : authors,
    source: source ?? document.source,
    contentItems:
      rights === undefined
        ? contentItems
        : [...contentItems, { type: 'paragraph', html: `<em>${escapeHtml(rights)}</em>` }],
  }
}
