/** A small valid folder for tests that break it, written to a temporary directory. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const SOUND: Readonly<Record<string, string>> = {
  'publication.yaml': `code: musterbote
name: Musterbote
region: Musterstadt und Umgebung
hosts:
  - www.musterbote.de
publisher:
  company: Musterverlag GmbH
  street: Am Markt 1
  postcode: "01234"
  town: Musterstadt
  email: post@musterbote.de
`,
  'look.yaml': `accent: "#7d1c2b"
fonts:
  head: source-serif
`,
  'taxonomy.yaml': `sections:
  - path: lokales
    name: Lokales
  - path: lokales/altstadt
    name: Altstadt
  - path: meinung
    name: Meinung
tags:
  - slug: verkehr
    name: Verkehr
  - slug: bahn
    name: Bahn
    parent: verkehr
topics:
  - id: umgehung
    title: Die Umgehung
    tags:
      - verkehr
`,
  'places.yaml': `regions:
  - id: musterkreis
    name: Musterkreis
    section: lokales
    places:
      - id: altstadt
        name: Altstadt
`,
  'front.yaml': `ground:
  - lokales
home:
  - block: lead
  - block: articles
    source: { section: lokales }
    layout: feature
  - block: region
    region: musterkreis
`,
  'people.yaml': `people:
  - id: "11"
    firstName: Erika
    lastName: Muster
`,
  'newsletters.yaml': `newsletters:
  - slug: morgenpost
    title: Morgenpost
    description: Was heute zählt.
    rhythm: werktags um 6 Uhr
    sender: Erika Muster
    sections:
      - lokales
`,
  'navigation.yaml': `main:
  - label: Lokales
    target: /lokales
hotTopics:
  - label: Die Umgehung
    target: /themen/umgehung
`,
  'documents/impressum.md': `---
title: Impressum
updated: 2026-11-01
---
Musterverlag GmbH
`,
}

export type Files = Readonly<Record<string, string | Uint8Array | null>>

/** `changes`: files added or replaced; null removes a file. */
export async function writeFolder(changes: Files = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'publication-'))
  for (const [name, content] of Object.entries({ ...SOUND, ...changes })) {
    if (content === null) continue
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  return root
}

/** A file of the valid folder in which one text is replaced. */
export function change(file: string, from: string, to: string): Files {
  const text = SOUND[file]
  if (text === undefined || !text.includes(from)) throw new Error(`${file} has no "${from}"`)
  return { [file]: text.replace(from, to) }
}
