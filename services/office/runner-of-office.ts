/** Opens one job runner for each office. */
import type { JobRunner } from '../platform/jobs/job-runner.ts'
import type { OfficeContext } from './context.ts'

export function oncePerOffice(open: (office: OfficeContext) => JobRunner): (office: OfficeContext) => JobRunner {
  const runners = new WeakMap<OfficeContext, JobRunner>()
  return (office) => {
    const runner = runners.get(office) ?? open(office)
    runners.set(office, runner)
    return runner
  }
}
