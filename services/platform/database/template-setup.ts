/** vitest's globalSetup: the files that every embedded database of a test begins with are created once, before the first. */
import { ensureTemplate } from './database.testing.ts'

export default async function setUp(): Promise<void> {
  await ensureTemplate()
}
