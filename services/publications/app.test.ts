import { createHash } from 'node:crypto'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { PUBLICATIONS_INTERNAL } from '@lokalteil/contracts/publication/publication-api'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { ENGINES, openTestDatabase, type TestDatabase } from '../platform/database/database.testing.ts'
import { createPublicationsService, type PublicationsService } from './app.ts'
import { change, type Files, SOUND, writeFolder } from './folder/folder.testing.ts'
import { readFolder } from './folder/read-folder.ts'

const KEY = 'a-service-key-for-tests'
const SCRIPTED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>'
const NOW = new Date('2026-11-21T12:00:00Z')

describe.each(ENGINES)('publications on %s', (engine) => {
  let test: TestDatabase
  let service: PublicationsService
  let clock = NOW
  const errors: unknown[] = []
  const openService = () =>
    createPublicationsService({
      database: test.database,
      serviceKey: KEY,
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
  const client = (one = service, key = KEY) =>
    createTestClient(PUBLICATIONS_INTERNAL, {
      fetch: (request) => one.app.fetch(request),
      base: 'http://publications.local',
      headers: { authorization: `Bearer ${key}` },
    })
  const read = async (files: Files = {}) => {
    const { folder, files: bytes, findings } = await readFolder(await writeFolder(files))
    if (folder === null) throw new Error(JSON.stringify(findings))
    return { folder, files: bytes }
  }
  const applyFiles = async (files: Files = {}, prefer?: 'folder' | 'here') => {
    const { folder, files: bytes } = await read(files)
    return service.apply(folder, bytes, prefer)
  }
  const inForce = (one = service) => one.directory.find('musterbote')!.folder
  const edit = async (rework: (folder: PublicationFolder) => void) => {
    const found = await client().getPublication({ params: { code: 'musterbote' } })
    if (!found.ok) throw new Error('Not there')
    const { folder, version } = found.data
    rework(folder)
    return client().editPublication({ params: { code: 'musterbote' }, body: { folder, version } })
  }

  beforeAll(async () => {
    test = await openTestDatabase(engine, createTestDatabase)
  })
  afterAll(() => test.drop())
  beforeEach(async () => {
    clock = NOW
    service = await openService()
    await sql`delete from publications.publications`.execute(test.database.db)
    await sql`delete from publications.files`.execute(test.database.db)
    service = await openService()
  })
  afterEach(async () => {
    await service.close()
    if (errors.length > 0) throw new AggregateError(errors.splice(0), 'The service reported bugs')
  })

  it('a folder is applied once; applying it again changes nothing', async () => {
    expect(await applyFiles()).toMatchObject({ outcome: 'applied', plan: { isNew: true, conflicts: [] } })
    const before = service.directory.find('musterbote')
    expect(await applyFiles()).toMatchObject({ outcome: 'unchanged', plan: { conflicts: [] } })
    expect(service.directory.find('musterbote')).toBe(before)
    const { folder } = await read()
    expect(await client().planPublication({ params: { code: 'musterbote' }, body: { folder } })).toMatchObject({
      data: { isNew: false, changes: [] },
    })
  })

  it('lists the changes field by field before it makes them', async () => {
    await applyFiles()
    const { folder } = await read(change('publication.yaml', 'name: Musterbote', 'name: Musterblatt'))
    const plan = await client().planPublication({ params: { code: 'musterbote' }, body: { folder } })
    expect(plan).toMatchObject({
      ok: true,
      data: { changes: [{ field: 'identity.name', kind: 'changed', from: 'Musterbote', to: 'Musterblatt' }] },
    })
    expect(inForce().identity.name).toBe('Musterbote')
  })

  it('is in force on another process within two seconds', async () => {
    const other = await openService()
    other.start()
    const told: string[] = []
    other.directory.subscribe((codes) => told.push(...codes))
    await applyFiles()
    await expect
      .poll(() => other.directory.find('musterbote')?.folder.identity.name, { timeout: 2000 })
      .toBe('Musterbote')
    await applyFiles(change('look.yaml', '#7d1c2b', '#0c5c4c'))
    await expect.poll(() => inForce(other).look.accent, { timeout: 2000 }).toBe('#0c5c4c')
    expect(told).toEqual(['musterbote', 'musterbote'])
    await other.close()
  })

  it('edits made in the office are listed separately, kept, and never overwritten unnoticed', async () => {
    await applyFiles()
    expect(await edit((folder) => (folder.look.accent = '#123456'))).toMatchObject({ ok: true, data: { version: 2 } })
    // The folder changes other fields than the office: both changes are kept.
    expect(await applyFiles(change('publication.yaml', 'name: Musterbote', 'name: Musterblatt'))).toMatchObject({
      outcome: 'applied',
      plan: { kept: ['look.accent'] },
    })
    expect([inForce().identity.name, inForce().look.accent]).toEqual(['Musterblatt', '#123456'])
    // Folder and office change the same field: a conflict, nothing is applied.
    const files = {
      ...change('look.yaml', '#7d1c2b', '#0c5c4c'),
      ...change('publication.yaml', 'name: Musterbote', 'name: Bote'),
    }
    expect(await applyFiles(files)).toMatchObject({
      outcome: 'refused',
      plan: { conflicts: [{ field: 'look.accent', file: '#0c5c4c', here: '#123456' }] },
    })
    expect([inForce().identity.name, inForce().look.accent]).toEqual(['Musterblatt', '#123456'])
    expect(await applyFiles(files, 'folder')).toMatchObject({ outcome: 'applied' })
    expect([inForce().identity.name, inForce().look.accent]).toEqual(['Bote', '#0c5c4c'])
  })

  it('of two edits of one version the second is refused with a conflict', async () => {
    await applyFiles()
    const { folder } = await read()
    const save = () =>
      client().editPublication({
        params: { code: 'musterbote' },
        body: { folder: { ...folder, look: { ...folder.look, density: 'dense' } }, version: 1 },
      })
    expect(
      (await Promise.all([save(), save()])).map((answer) => (answer.ok ? 'ok' : answer.problem?.code)).toSorted(),
    ).toEqual(['CHANGED_MEANWHILE', 'ok'])
  })

  it('refuses a folder that contradicts itself, completely', async () => {
    const { folder } = await read()
    const broken = { ...folder, front: { ...folder.front, ground: ['sport'] } }
    const answer = await client().applyPublication({ params: { code: 'musterbote' }, body: { folder: broken } })
    expect(answer).toMatchObject({
      ok: false,
      status: 422,
      problem: { code: 'UNFIT_PUBLICATION', title: expect.stringContaining('there is no section "sport"') },
    })
    expect(service.directory.list()).toEqual([])
  })

  it.each<[string, (folder: PublicationFolder) => void, string]>([
    ['colours nobody can read', ({ look }) => (look.colours.ink = '#fefefe'), 'colours.ink'],
    [
      'a share picture that was not named with a digest',
      ({ look }) => (look.brand.share = 'brand/share.jpg'),
      'is not there',
    ],
    [
      'a word mark with a script',
      ({ files }) => (files['brand/wordmark.svg'] = createHash('sha256').update(SCRIPTED).digest('hex')),
      'brand/wordmark.svg',
    ],
  ])('reports over HTTP the same fault as for a folder: %s', async (_what, spoil, said) => {
    const { folder } = await read()
    spoil(folder)
    await client().saveFile({ body: { base64: Buffer.from(SCRIPTED).toString('base64') } })
    expect(await client().applyPublication({ params: { code: 'musterbote' }, body: { folder } })).toMatchObject({
      ok: false,
      status: 422,
      problem: { code: 'UNFIT_PUBLICATION', title: expect.stringContaining(said) },
    })
    expect(service.directory.list()).toEqual([])
  })

  it('gives a host to one publication only, also under parallel calls', async () => {
    const { folder } = await read()
    const other = (code: string) => ({ ...folder, identity: { ...folder.identity, code, name: code } })
    const outcomes = await Promise.all(['eins', 'zwei', 'drei'].map((code) => service.apply(other(code), new Map())))
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['applied', 'refused', 'refused'])
    const refused = outcomes.find(({ outcome }) => outcome === 'refused')
    expect(refused?.plan.findings[0]?.message).toMatch(/"www\.musterbote\.de" belongs to (?:eins|zwei|drei)/)
  })

  it('accepts any number of publications, each with a fixed position', async () => {
    const { folder } = await read()
    const codes = Array.from({ length: 40 }, (_, index) => `paper${index}`)
    for (const code of codes)
      await service.apply({ ...folder, identity: { ...folder.identity, code, hosts: [] } }, new Map())
    expect(service.directory.list().map(({ position }) => position)).toEqual(codes.map((_, index) => index))
    expect(service.directory.list().map((one) => one.folder.identity.code)).toEqual(codes)
  })

  it('requires every named file before a folder is in force; each file is sent once', async () => {
    const { folder, files } = await read({ 'brand/wordmark.svg': '<svg viewBox="0 0 4 1"/>' })
    const put = () => client().applyPublication({ params: { code: 'musterbote' }, body: { folder } })
    expect(await put()).toMatchObject({ ok: false, status: 422, problem: { code: 'MISSING_FILES' } })
    expect(
      await client().saveFile({ body: { base64: Buffer.from([...files.values()][0]!).toString('base64') } }),
    ).toMatchObject({
      ok: true,
      data: { digest: folder.files['brand/wordmark.svg'] },
    })
    expect(await put()).toMatchObject({ ok: true, data: { version: 1, plan: { missingFiles: [] } } })
    expect(Buffer.from((await service.getFile(folder.files['brand/wordmark.svg']!))!).toString()).toBe(
      '<svg viewBox="0 0 4 1"/>',
    )
  })

  it.each<[string, string, unknown, string]>([
    ['no key', '', undefined, '401 UNAUTHORISED'],
    ['another code', KEY, 'anderer', '422 UNFIT_PUBLICATION'],
    ['no code', KEY, 'A', '400 BAD_REQUEST'],
  ])('refuses %s', async (_what, key, code, expected) => {
    const { folder } = await read()
    const answer = await client(service, key).applyPublication({
      params: { code: (code as string) ?? 'musterbote' },
      body: { folder },
    })
    expect(answer.ok ? 'ok' : `${answer.status} ${answer.problem?.code}`).toBe(expected)
  })

  it('lists the publications, and returns the folder in force', async () => {
    await applyFiles()
    expect(await client().listPublications({})).toMatchObject({
      ok: true,
      data: { publications: [{ code: 'musterbote', name: 'Musterbote', version: 1 }] },
    })
    const { folder } = await read()
    expect(await client().getPublication({ params: { code: 'musterbote' } })).toMatchObject({
      ok: true,
      data: { folder },
    })
    expect(await client().getPublication({ params: { code: 'nirgends' } })).toMatchObject({ ok: false, status: 404 })
  })

  it('needs nothing but publication.yaml', async () => {
    const nothing = Object.fromEntries(Object.keys(SOUND).map((name) => [name, null]))
    expect(await applyFiles({ ...nothing, 'publication.yaml': SOUND['publication.yaml']! })).toMatchObject({
      outcome: 'applied',
    })
  })
})
