/**
 * vitest's globalSetup: creates the files that every embedded test database is copied from, once, before the first
 * test.
 */
import { ensureTemplate } from './database.testing.ts'

export default async function setUp(): Promise<void> {
  await ensureTemplate()
}
