/** Runs only the cases of a file that belong to the gate (runs.ts). A pattern on the command line has precedence. */
import { relative, sep } from 'node:path'
import { TestRunner, type RunnerTestFile, type TestRunnerConfig } from 'vitest'
import { root } from './ensure-node.mjs'
import { gateTitles } from './runs.ts'

export default class GateRunner extends TestRunner {
  readonly #asked: RegExp | undefined

  /** Copies the configuration, because files in one process share it but each has its own pattern. */
  constructor(config: TestRunnerConfig) {
    super({ ...config })
    this.#asked = config.testNamePattern
  }

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file)
    const path = relative(root, file.filepath).split(sep).join('/')
    this.config.testNamePattern = this.#asked ?? gateTitles(path) ?? undefined
  }
}
