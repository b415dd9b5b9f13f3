import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, removeLeftovers, type TestDatabase } from './postgres.ts'

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('createTestDatabase', () => {
  let first: TestDatabase
  let second: TestDatabase
  beforeAll(async () => {
    ;[first, second] = await Promise.all([createTestDatabase(), createTestDatabase()])
  })
  afterAll(() => Promise.all([first.drop(), second.drop()]))

  it('gives every caller its own database on one server', async () => {
    await query(first.url, 'CREATE TABLE only_here (id int)')
    expect(await query(second.url, "SELECT 1 FROM pg_tables WHERE tablename = 'only_here'")).toEqual([])
    expect(new URL(first.url).host).toBe(new URL(second.url).host)
  })

  it('supports UTF-8, German full-text search, trigrams and the ICU collation', async () => {
    await query(first.url, 'CREATE EXTENSION pg_trgm')
    const rows = await query(
      first.url,
      `SELECT to_tsvector('german', 'Die Häuser brannten') @@ to_tsquery('german', 'Haus') AS stem,
              array_to_string(ARRAY(SELECT w FROM unnest(ARRAY['Zebra','Äpfel','Bier']) w ORDER BY w COLLATE "und-x-icu"), ',') AS sorted,
              current_setting('server_version_num')::int >= 150000 AS "isRecent"`,
    )
    expect(rows).toEqual([{ stem: true, sorted: 'Äpfel,Bier,Zebra', isRecent: true }])
  })

  it('drops a database in spite of open connections', async () => {
    const third = await createTestDatabase()
    const client = new Client({ connectionString: third.url })
    client.on('error', () => {})
    await client.connect()
    await third.drop()
    await expect(query(third.url, 'SELECT 1')).rejects.toThrow(/does not exist/)
    await client.end().catch(() => {})
  })
})

describe('removeLeftovers', () => {
  it('removes the folder of a finished run and keeps that of a running one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leftovers-'))
    try {
      const child = spawn(process.execPath, ['-e', ''])
      await new Promise((resolve) => child.once('exit', resolve))
      const plant = (name: string, owner: number) => {
        mkdirSync(join(folder, name))
        writeFileSync(join(folder, name, 'owner.pid'), String(owner))
        return join(folder, name)
      }
      const dead = plant('lokalteil-postgres-dead', child.pid ?? 0)
      const living = plant('lokalteil-postgres-living', process.pid)
      const foreign = plant('somebody-else', child.pid ?? 0)
      removeLeftovers(folder)
      expect([dead, living, foreign].map((path) => existsSync(path))).toEqual([false, true, true])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
