/**
 * `npm run prove -- D4 [D5 …]` runs tests and benchmarks that show these figures of reliability, prints what they measured and
 * whether they passed, and writes the result into docs/reliability.md. `npm run prove -- --list [D4 …]` says what they are, `--write`
 * writes a changed table (proofs.ts) without running anything.
 */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { giveUp, root } from './ensure-node.mjs'
import {
  describeProof,
  listRows,
  PROOFS,
  readMachine,
  readResults,
  toDocument,
  toTitlePattern,
  type Proof,
  type Result,
} from './proofs.ts'

const DOCUMENT = join(root, 'docs', 'reliability.md')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, write: { type: 'boolean' } },
})
const unknown = positionals.filter((id) => !PROOFS.some((proof) => proof.id === id))
if (unknown.length > 0) giveUp(`There is no figure ${unknown.join(', ')}.`, 'npm run prove -- --list names all.')
const wanted = PROOFS.filter(({ id }) => positionals.includes(id))
if (values.write === true) write()
else if (values.list === true || wanted.length === 0) {
  if (wanted.length > 0)
    for (const proof of wanted) console.log(`${describeProof(proof, readBenchmarks()).join('\n')}\n`)
  else for (const { id, property, target } of PROOFS) console.log(`${id.padEnd(5)}${property}: ${target}`)
  console.log('\nnpm run prove -- D4 runs what shows one of them.')
} else {
  for (const proof of wanted) if (!(await prove(proof))) process.exitCode = 1
}

/** Whether everything passed; figures of a benchmark are told, and fail nothing. */
async function prove(proof: Proof): Promise<boolean> {
  console.log(`\n${describeProof(proof, readBenchmarks()).join('\n')}`)
  const { id, tests, bench } = proof
  const tested = tests.length === 0 ? null : await test(proof)
  const benched = bench === undefined ? null : await run(['bench/main.ts', bench.name])
  const total = [
    ...(tested === null ? [] : [tested.total]),
    ...(benched === null ? [] : [benched.code === 0 ? 'measured' : `the benchmark ended with ${benched.code}`]),
  ].join('; ')
  // The date stands before the result.
  const rows = listRows(proof, readBenchmarks()).map((row) => row.replace(/, [\d-]+\)$/, ')'))
  const measured = [...(tested?.measured ?? []), ...rows]
  write(id, { date: new Date().toISOString().slice(0, 10), total, measured })
  console.log(`\n${id}: ${total}${measured.length === 0 ? '; no test of it measures figures' : ''}`)
  return (tested?.code ?? 0) === 0 && (benched?.code ?? 0) === 0
}

async function test(proof: Proof) {
  const files = proof.tests.map(([file]) => file)
  const { code, output } = await run(['tools/run-tests.ts', '--title', toTitlePattern(proof), ...files])
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  const [, list = ''] = /\n── measured\n([\s\S]*?)\n(?:\n|$)/.exec(output) ?? []
  // Without the titles of the tests.
  const measured = list === '' ? [] : list.split('\n').map((line) => line.replace(/ {2}\(.*\)$/, ''))
  return { code, total: /^\d+ passed/.test(last) ? last : `ended with ${code}`, measured }
}

function write(id?: string, result?: Result): void {
  const document = readFileSync(DOCUMENT, 'utf8')
  const results = readResults(document)
  if (id !== undefined && result !== undefined) results.set(id, result)
  writeFileSync(DOCUMENT, toDocument(results, result === undefined ? readMachine(document) : describeMachine()))
}

function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function readBenchmarks(): string {
  return readFileSync(join(root, 'docs', 'benchmarks.md'), 'utf8')
}

function describeMachine(): string {
  const all = cpus()
  return `${all.length} × ${all[0]?.model.trim() ?? 'unknown processor'} (${arch()}, ${platform()}), ${Math.round(totalmem() / 1e9)} GB of memory, Node ${process.versions.node}`
}
